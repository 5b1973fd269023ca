// What turning rows into views needs to know.
import { getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import { type ArticleCard, type ArticleCardRow, toArticleCard } from './article-view';
import { articleTag } from './page-tags';

export type PageContext = Pick<AppContext, 'db' | 'config' | 'page'>;

export interface CardMaker {
  timeZone: string;
  toCard(row: ArticleCardRow): ArticleCard;
}

/** Cards in the magazine's time zone; the page is marked as showing each of them. */
export async function createCardMaker(ctx: PageContext): Promise<CardMaker> {
  const { timeZone } = await getSiteSettings(ctx);
  const view = { timeZone, blockedImageHosts: ctx.config.blockedImageHosts };
  return {
    timeZone,
    toCard(row) {
      ctx.page.tag(articleTag(row.id));
      return toArticleCard(row, view);
    },
  };
}
