// The picture of a category's banner, for pages that have none yet (specification, section 7).
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { getCategoryImage } from '~/features/images/category-image.server';
import { toVisit } from '~/http/doors.server';
import { answerJson, readJson, refuseGet } from '~/http/json-door.server';

export const loader = refuseGet;

/** `{categoryName, categoryDescription}` -> `{imageUrl}`. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ imageUrl: await getCategoryImage(visit.ctx, await readJson(visit.request)) }),
    (error) => ({ error }),
    'There is no picture for this category right now.',
  );
}
