// The AI Images screen and its actions.
import { redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { generateArticleImage, undoArticleImage } from '~/features/image-generation/article-image.server';
import { startGenerating } from '~/features/image-generation/generate-images.server';
import { ChosenForImages } from '~/features/image-generation/image-input';
import { listMissingImages } from '~/features/image-generation/missing-images.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { idOf } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { pageNumber } from '~/lib/query-string';
import { countOf } from '~/lib/text';
import { ImagesPage } from './images-page';

const HERE = '/admin/images';

export const meta = noIndexMeta('AI Images');

export const loader = adminLoader('generate images', async ({ ctx, url }) => {
  const job = z.uuid().safeParse(url.searchParams.get('job'));
  const page = pageNumber(url.searchParams.get('page'));
  const view = await listMissingImages(ctx, page, job.data ?? null);
  // The only article on the last page may have received its image.
  if (view.page > view.pageCount) throw redirect(addressOf(url, view.pageCount));
  return view;
});

export const action = adminForm({
  capability: 'generate images',
  fields: (form) => ({ id: form.all('id'), scope: form.text('scope') }),
  next: ({ url }) => addressOf(url, pageNumber(url.searchParams.get('page'))),
  runningAt: ({ id }) => `${HERE}?job=${id}`,
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
        return 'The previous image was restored';
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
