// Stores one image uploaded by script (editor, drop zone). Answers in JSON. Forms without JavaScript post to
// their own page.
import { redirect } from '@remix-run/cloudflare';
import { ImageRefusedError, INVALID_FILE, UPLOAD_FAILED } from '~/features/media/image-rules';
import { storeUpload } from '~/features/media/store-image.server';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { isDomainError, TooManyError } from '~/lib/errors';

export const loader = adminLoader('upload images', () => redirect('/admin/media'));

/** `file`, `folder` (`articles` unless `ads`), `alt` -> 201 `{url, name, width, height, alt}`, or `{title, error}`. */
export const action = adminAction('upload images', async ({ ctx, viewer, request }) => {
  const form = await readForm(request);
  const file = form.file('file');
  try {
    if (!file) throw new ImageRefusedError(INVALID_FILE);
    const { url, name, width, height, alt } = await storeUpload(ctx, viewer, {
      bytes: new Uint8Array(await file.arrayBuffer()),
      name: file.name,
      type: file.type,
      folder: form.text('folder') === 'ads' ? 'ads' : 'articles',
      alt: form.text('alt'),
    });
    return Response.json({ url, name, width, height, alt }, { status: 201 });
  } catch (error) {
    if (!isDomainError(error)) ctx.log.write({ event: 'failure', where: 'upload', reason: String(error) });
    const { title } = error instanceof ImageRefusedError ? error : UPLOAD_FAILED;
    const isExplained = error instanceof ImageRefusedError || error instanceof TooManyError;
    const { message } = isExplained ? error : UPLOAD_FAILED;
    return Response.json({ title, error: message }, { status: isDomainError(error) ? error.status : 500 });
  }
});
