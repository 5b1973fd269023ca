// Downloads an archive or uploaded file, for admins; an archive only with a recent confirmation of identity. Supports
// range requests, so that a broken download can resume.
import { redirect } from '@remix-run/cloudflare';
import { isConfirmed } from '~/features/accounts/account';
import { downloadFile, getFile } from '~/features/transfer/files/transfer-files.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { ForbiddenError, isDomainError, RangeNotSatisfiableError } from '~/lib/errors';

const CONFIRM =
  'Choose Download on the page of this archive and confirm your identity. Then resume the download.';

export const action = adminAction('transfer', () => new Response(null, { status: 405 }));

export const loader = adminLoader('transfer', async ({ ctx, viewer, params, request }) => {
  const id = idParam(params);
  const range = request.headers.get('range');
  try {
    if (!isConfirmed(viewer, ctx.clock.now()) && (await getFile(ctx, id)).format === 'archive') {
      // A resumed download must not receive a page in place of the rest of its file.
      if (range) throw new ForbiddenError(CONFIRM);
      return redirect(`/admin/transfer/${id}?download`, { headers: { 'cache-control': 'no-store' } });
    }
    const ifRange = request.headers.get('if-range');
    const { file, stored } = await downloadFile(ctx, viewer, id, { range, ifRange });
    const headers = new Headers({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file.name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: stored.etag,
    });
    const { range: part, size, body } = stored;
    if (part) headers.set('content-range', `bytes ${part.first}-${part.last}/${size}`);
    headers.set('content-length', String(part ? part.last - part.first + 1 : size));
    return new Response(body, { status: part ? 206 : 200, headers });
  } catch (error) {
    // A download has no page around it, so errors are plain text.
    if (!isDomainError(error)) throw error;
    const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    if (error instanceof RangeNotSatisfiableError) headers.set('content-range', `bytes */${error.size}`);
    return new Response(`${error.message}\n`, { status: error.status, headers });
  }
});
