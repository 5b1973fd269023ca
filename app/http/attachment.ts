// File downloads from the admin and the account pages.

export const CSV = 'text/csv; charset=utf-8';

/** A response that the browser saves as a file and that no cache stores. */
export function attachment(body: BodyInit, fileName: string, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
}
