// Uploads a large file in parts, called by the upload script. Each part fits the request size limit.
// `?step=begin` (name, size) -> {id, partBytes}; `?step=part&id=…&number=1` (bytes) -> {};
// `?step=finish&id=…` (size) -> {}.
import { redirect } from '@remix-run/cloudflare';
import { processUpload } from '~/features/transfer/files/after-upload.server';
import { UPLOAD_PART_BYTES } from '~/features/transfer/files/transfer-file';
import { beginUpload, finishUpload, receivePart } from '~/features/transfer/files/uploads.server';
import { readForm } from '~/http/forms/read-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { InvalidError, isDomainError } from '~/lib/errors';

const FAILED = 'We couldn’t store the file. Please try again.';

export const loader = adminLoader('transfer', () => redirect('/admin/transfer'));

export const action = adminAction('transfer', async (visit) => {
  try {
    return Response.json(await handleStep(visit), { status: 201 });
  } catch (error) {
    const { ctx } = visit;
    if (error instanceof Response) throw error;
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: 'upload part', reason: String(error) });
    const known = isDomainError(error);
    return Response.json({ error: known ? error.message : FAILED }, { status: known ? error.status : 500 });
  }
});

async function handleStep({ ctx, viewer, request, url }: SignedInVisit): Promise<object> {
  const { searchParams } = url;
  const id = () => idParam({ id: searchParams.get('id') ?? '' });
  switch (searchParams.get('step')) {
    case 'begin': {
      const form = await readForm(request);
      return beginUpload(ctx, viewer, { name: form.text('name'), size: Number(form.text('size')) });
    }
    case 'part': {
      if (Number(request.headers.get('content-length')) > UPLOAD_PART_BYTES)
        throw new InvalidError('This part is too large.');
      const bytes = new Uint8Array(await request.clone().arrayBuffer());
      await receivePart(ctx, id(), Number(searchParams.get('number')), bytes);
      return {};
    }
    case 'finish': {
      const form = await readForm(request);
      await finishUpload(ctx, viewer, id(), Number(form.text('size')));
      await processUpload(ctx, viewer, id());
      return {};
    }
    default:
      throw new Response(null, { status: 400 });
  }
}
