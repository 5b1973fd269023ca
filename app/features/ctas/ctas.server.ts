// Selects the CTAs for a page.
import type { AppContext } from '~/platform/context';
import type { CtaChoice, CtaView } from './cta';
import {
  selectCtaChoices,
  selectCtasOfArticle,
  selectCtasOfCategory,
  selectCtasOfPage,
} from './ctas-repo.server';

/** Cache tag of every page that can show CTAs. */
export const CTAS_TAG = 'ctas';

type CtaContext = Pick<AppContext, 'db' | 'page'>;

/**
 * The newest three active CTAs of a category and of every category.
 * @param slug of the category
 * @returns [] if the database can't be read, because CTAs are not essential
 */
export async function listCategoryCtas(ctx: CtaContext, slug: string): Promise<CtaView[]> {
  ctx.page.tag(CTAS_TAG);
  return ctx.db.readOptional('calls to action', selectCtasOfCategory(ctx.db.build, { slug }), []);
}

/** `isAtEnd`: among the newest three for the article's category. All others are named by its text. */
export type ArticleCta = CtaView & { isAtEnd: boolean };

/** The same CTAs for an article, and the active ones that its text names. */
export async function listArticleCtas(ctx: CtaContext, slug: string): Promise<ArticleCta[]> {
  ctx.page.tag(CTAS_TAG);
  return ctx.db.readOptional('calls to action', selectCtasOfArticle(ctx.db.build, { slug }), []);
}

/** The active CTAs that the text of a static page names; [] if the database can't be read. */
export async function listPageCtas(ctx: CtaContext, slug: string): Promise<CtaView[]> {
  ctx.page.tag(CTAS_TAG);
  return ctx.db.readOptional('calls to action', selectCtasOfPage(ctx.db.build, { slug }), []);
}

/** Active CTAs for the editors of articles and pages, newest first. */
export async function listCtaChoices({ db }: Pick<AppContext, 'db'>): Promise<CtaChoice[]> {
  return db.read(selectCtaChoices(db.build));
}
