// Which calls to action a page shows.
import type { AppContext } from '~/platform/context';
import type { CtaView } from './cta';
import { selectCtasOfArticle, selectCtasOfCategory } from './ctas-repo.server';

/** Every page that shows some, or would. */
export const CTAS_TAG = 'ctas';

/**
 * Active ones of the page's category (by the slug of the page), and those of none; the newest three. They are not
 * essential: nothing when they cannot be read.
 */
export async function listCtas(
  ctx: Pick<AppContext, 'db' | 'page'>,
  page: { article: string } | { category: string },
): Promise<CtaView[]> {
  ctx.page.tag(CTAS_TAG);
  const { build } = ctx.db;
  const statement =
    'article' in page
      ? selectCtasOfArticle(build, { slug: page.article })
      : selectCtasOfCategory(build, { slug: page.category });
  return ctx.db.readOptional('calls to action', statement, []);
}
