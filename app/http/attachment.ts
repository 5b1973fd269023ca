// Downloads of the admin and the account.

export const CSV = 'text/csv; charset=utf-8';

/** A file that the browser saves and no cache stores. */
export function attachment(body: BodyInit, fileName: string, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
}
