// Returns the banner image of a category that has none yet (specification, section 7).
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { getCategoryImage } from '~/features/image-generation/category-image.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export const loader = refuseGet;

/** `{categoryName, categoryDescription}` -> `{imageUrl}`. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ imageUrl: await getCategoryImage(visit.ctx, await readJson(visit.request)) }),
    (error) => ({ error }),
    'No image is available for this category right now.',
  );
}
