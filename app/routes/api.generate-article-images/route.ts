// Generates an image for an article (specification, section 7).
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { generateArticleImage } from '~/features/image-generation/article-image.server';
import { ArticleImageRequest } from '~/features/image-generation/image-input';
import { answerJson, readJson, refuseGet, requireCaller } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';
import { parseInput } from '~/lib/parse-input';

export const loader = refuseGet;

/** `{articleId, title, summary, regenerate}` -> `{success, error, imageUrl, imageAlt}`. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => {
      const viewer = await requireCaller(visit, 'generate images');
      const input = parseInput(ArticleImageRequest, await readJson(visit.request));
      const { url, alt } = await generateArticleImage(visit.ctx, viewer, input);
      return { success: true, error: null, imageUrl: url, imageAlt: alt };
    },
    (error) => ({ success: false, error }),
    'The image could not be generated. Please try again in a moment.',
  );
}
