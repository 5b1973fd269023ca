// A picture for an article, asked for by a script of the newsroom (specification, section 7).
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { generateArticleImage } from '~/features/images/article-image.server';
import { ArticleImageRequest } from '~/features/images/image-input';
import { toVisit } from '~/http/doors.server';
import { answerJson, readJson, refuseGet, requireCaller } from '~/http/json-door.server';
import { parseInput } from '~/lib/parse-input';

export const loader = refuseGet;

/** `{articleId, title, summary, regenerate}` -> `{success, error, imageUrl, imageAlt}`. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => {
      const viewer = await requireCaller(visit, 'generate pictures');
      const wanted = parseInput(ArticleImageRequest, await readJson(visit.request));
      const { url, alt } = await generateArticleImage(visit.ctx, viewer, wanted);
      return { success: true, error: null, imageUrl: url, imageAlt: alt };
    },
    (error) => ({ success: false, error }),
    'The image could not be generated. Please try again in a moment.',
  );
}
