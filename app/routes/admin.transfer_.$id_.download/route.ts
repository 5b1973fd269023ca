// Downloads an archive or uploaded file, for admins. Supports range requests, so that a broken download can
// resume.
import { downloadFile } from '~/features/transfer/files/transfer-files.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { isDomainError, RangeNotSatisfiableError } from '~/lib/errors';

export const action = adminAction('transfer', () => new Response(null, { status: 405 }));

export const loader = adminLoader('transfer', async ({ ctx, viewer, params, request }) => {
  try {
    const { file, stored } = await downloadFile(ctx, viewer, idParam(params), {
      range: request.headers.get('range'),
      ifRange: request.headers.get('if-range'),
    });
    const headers = new Headers({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file.name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: stored.etag,
    });
    const { range, size, body } = stored;
    if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${size}`);
    headers.set('content-length', String(range ? range.last - range.first + 1 : size));
    return new Response(body, { status: range ? 206 : 200, headers });
  } catch (error) {
    // A download has no page around it, so errors are plain text.
    if (!isDomainError(error)) throw error;
    const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    if (error instanceof RangeNotSatisfiableError) headers.set('content-range', `bytes */${error.size}`);
    return new Response(`${error.message}\n`, { status: error.status, headers });
  }
});
