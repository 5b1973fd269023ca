// Articles without a featured image, and having one generated for them.
import { type HeadersFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { generateArticleImage, undoArticleImage } from '~/features/images/article-image.server';
import { startGenerating } from '~/features/images/generate-images.server';
import { ChosenForImages } from '~/features/images/image-input';
import { listLackingImages } from '~/features/images/lacking-images.server';
import { idOf } from '~/http/dialog-address.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { countOf } from '~/lib/count-of';
import { InvalidError } from '~/lib/errors';
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

export const action = adminForm({
  capability: 'generate pictures',
  fields: (form) => ({ id: form.all('id'), scope: form.text('scope') }),
  next: ({ url }) => addressOf(url, pageNumber(url.searchParams.get('page'))),
  intents: {
    generate: {
      failure: 'Failed to generate image',
      async run({ ctx, viewer, form }) {
        const request = { articleId: idOf(form, 'articleId'), regenerate: false };
        const { id } = await generateArticleImage(ctx, viewer, request);
        return { title: 'Generated image for the article', undoImage: id };
      },
    },
    undo: {
      failure: 'Failed to undo',
      async run({ ctx, viewer, id }) {
        await undoArticleImage(ctx, viewer, id);
        return 'The article shows its former image again';
      },
    },
    bulk: {
      failure: (error) => (error instanceof InvalidError ? 'No Selection' : 'Failed to generate images'),
      async run({ ctx, viewer, fields }) {
        const ids = fields.scope === 'all' ? null : parseInput(ChosenForImages, { ids: fields.id }).ids;
        const { id, total } = await startGenerating(ctx, viewer, ids);
        return { title: `Generating ${countOf(total, 'image')}...`, to: `${HERE}?job=${id}` };
      },
    },
  },
});

function addressOf({ search }: URL, page: number): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${HERE}?${params}` : HERE;
}

export default function Images() {
  return (
    <ImagesPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to fetch articles without images" />;
}
