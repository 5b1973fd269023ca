// Generates an image for an unsaved article. Called by the editor's script; answers in JSON.
import { redirect } from '@remix-run/cloudflare';
import { generateDraftImage } from '~/features/image-generation/draft-image.server';
import { answerJson } from '~/http/api/json-route.server';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('generate images', () => redirect('/admin/images'));

/** `title`, `summary`, `categoryId` -> `{url, alt}`, or `{error}`. */
export const action = adminAction('generate images', (visit) =>
  answerJson(
    visit,
    async () => {
      const form = await readForm(visit.request);
      return generateDraftImage(visit.ctx, visit.viewer, {
        title: form.text('title'),
        summary: form.text('summary'),
        categoryId: form.text('categoryId'),
      });
    },
    (error) => ({ error }),
    'Please try again in a moment.',
  ),
);
