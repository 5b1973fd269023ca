// A picture for the article that is just being written in the editor, for its script. Answers in JSON.
import { redirect } from '@remix-run/cloudflare';
import { generateDraftImage } from '~/features/images/draft-image.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { answerJson } from '~/http/json-door.server';
import { readForm } from '~/http/read-form.server';

export const loader = adminLoader('generate pictures', () => redirect('/admin/images'));

/** `title`, `summary`, `categoryId` -> `{url, alt}`, or `{error}`. */
export const action = adminAction('generate pictures', (visit) =>
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
