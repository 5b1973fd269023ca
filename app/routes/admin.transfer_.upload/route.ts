// A large file in parts, from a script of ours. Each part is a body of its own, small enough for the request gate.
// `?step=begin` (name, size) -> {id, partBytes}; `?step=part&id=…&number=1` (bytes) -> {}; `?step=finish&id=…` (size) -> {}.
import { redirect } from '@remix-run/cloudflare';
import { UPLOAD_PART_BYTES } from '~/features/transfer/transfer-file';
import { beginUpload, finishUpload, receivePart } from '~/features/transfer/uploads.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { InvalidError, isDomainError } from '~/lib/errors';
import { afterArrival } from '../admin.transfer/after-arrival.server';

const FAILED = 'The file could not be stored. Please try again.';

export const loader = adminLoader('transfer', () => redirect('/admin/transfer'));

export const action = adminAction('transfer', async (visit) => {
  try {
    return Response.json(await take(visit), { status: 201 });
  } catch (error) {
    const { ctx } = visit;
    if (error instanceof Response) throw error;
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: 'upload part', reason: String(error) });
    const known = isDomainError(error);
    return Response.json({ error: known ? error.message : FAILED }, { status: known ? error.status : 500 });
  }
});

async function take({ ctx, viewer, request, url }: SignedInVisit): Promise<object> {
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
      await afterArrival(ctx, viewer, id());
      return {};
    }
    default:
      throw new Response(null, { status: 400 });
  }
}
