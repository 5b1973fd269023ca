// Articles without a featured image, and having one generated for them.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { generateArticleImage, undoArticleImage } from '~/features/images/article-image.server';
import { ChosenForImages } from '~/features/images/image-input';
import { listLackingImages } from '~/features/images/lacking-images.server';
import { acceptForm } from '~/http/accept-form.server';
import type { AdminNotice } from '~/http/admin-notice.server';
import { idOf } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { pageNumber } from '~/lib/page-number';
import { parseInput } from '~/lib/parse-input';
import { AdminError } from '../admin/admin-error';
import { ImagesPage } from './images-page';

const HERE = '/admin/images';

export const meta: MetaFunction = () => [{ title: 'AI Images' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader(async ({ ctx, url }) => {
  const view = await listLackingImages(ctx, pageNumber(url.searchParams.get('page')));
  // The last page's last article may just have got its image.
  if (view.page > view.pageCount) throw redirect(addressOf(url, view.pageCount));
  return view;
});

const FAILURES: Record<string, string> = {
  bulk: 'Failed to generate images',
  undo: 'Failed to undo',
};

export const action = adminAction(async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  const ids = form.all('id');
  try {
    const { to = wayBack(visit), ...notice } = await accept(intent, visit, form);
    return acceptForm(visit.ctx, to, notice);
  } catch (error) {
    const isEmpty = intent === 'bulk' && ids.length === 0;
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
      parseInput(ChosenForImages, { ids: form.all('id') });
      throw new Response(null, { status: 501 });
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
