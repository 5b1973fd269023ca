// Selects the CTAs for a page.
import type { AppContext } from '~/platform/context';
import type { CtaChoice, CtaView } from './cta';
import { selectCtaChoices, selectCtasOfArticle, selectCtasOfCategory } from './ctas-repo.server';

/** Cache tag of every page that can show CTAs. */
export const CTAS_TAG = 'ctas';

/**
 * The newest three active CTAs of the page's category and of every category.
 * @param page slug of the article or category
 * @returns [] if the database can't be read, because CTAs are not essential
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

/** Active CTAs for the editor of articles, newest first. */
export async function listCtaChoices({ db }: Pick<AppContext, 'db'>): Promise<CtaChoice[]> {
  return (await db.read(selectCtaChoices(db.build))) satisfies CtaChoice[];
}
