// Articles without a featured image, and having one generated for them.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { generateArticleImage, undoArticleImage } from '~/features/images/article-image.server';
import { startGenerating } from '~/features/images/generate-images.server';
import { ChosenForImages } from '~/features/images/image-input';
import { listLackingImages } from '~/features/images/lacking-images.server';
import { acceptForm } from '~/http/accept-form.server';
import type { AdminNotice } from '~/http/admin-notice.server';
import { idOf } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { countOf } from '~/lib/count-of';
import { pageNumber } from '~/lib/page-number';
import { parseInput } from '~/lib/parse-input';
import { AdminError } from '../admin/admin-error';
import { ImagesPage } from './images-page';

const HERE = '/admin/images';

export const meta: MetaFunction = () => [{ title: 'AI Images' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('generate pictures', async ({ ctx, url }) => {
  const job = z.uuid().safeParse(url.searchParams.get('job'));
  const page = pageNumber(url.searchParams.get('page'));
  const view = await listLackingImages(ctx, page, job.data ?? null);
  // The last page's last article may just have got its image.
  if (view.page > view.pageCount) throw redirect(addressOf(url, view.pageCount));
  return view;
});

const FAILURES: Record<string, string> = {
  bulk: 'Failed to generate images',
  undo: 'Failed to undo',
};

export const action = adminAction('generate pictures', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  const ids = form.all('id');
  try {
    const { to = wayBack(visit), ...notice } = await accept(intent, visit, form);
    return acceptForm(visit.ctx, to, notice);
  } catch (error) {
    const isEmpty = intent === 'bulk' && ids.length === 0 && form.text('scope') !== 'all';
    return refuseForm(visit.ctx, error, {
      intent,
      title: isEmpty ? 'No Selection' : (FAILURES[intent] ?? 'Failed to generate image'),
      typed: { id: ids },
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

/** @returns what the next page says, and which one it is unless it is the list */
async function accept(
  intent: string,
  { ctx, viewer }: SignedInVisit,
  form: PostedForm,
): Promise<Omit<AdminNotice, 'at'> & { to?: string }> {
  switch (intent) {
    case 'generate': {
      const request = { articleId: idOf(form, 'articleId'), regenerate: false };
      const { id } = await generateArticleImage(ctx, viewer, request);
      return { title: 'Generated image for the article', undoImage: id };
    }
    case 'undo':
      await undoArticleImage(ctx, viewer, idOf(form));
      return { title: 'The article shows its former image again' };
    case 'bulk': {
      const isAll = form.text('scope') === 'all';
      const ids = isAll ? null : parseInput(ChosenForImages, { ids: form.all('id') }).ids;
      const { id, total } = await startGenerating(ctx, viewer, ids);
      return { title: `Generating ${countOf(total, 'image')}...`, to: `${HERE}?job=${id}` };
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

function addressOf({ search }: URL, page: number): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${HERE}?${params}` : HERE;
}

/** The list as it was; an Undo comes from anywhere. */
function wayBack({ url }: SignedInVisit): string {
  return addressOf(url, pageNumber(url.searchParams.get('page')));
}

export default function Images() {
  return (
    <ImagesPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to fetch articles without images" />;
}
