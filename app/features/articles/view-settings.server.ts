// What turning rows into views needs to know.
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import { type ArticleCard, type ArticleCardRow, toArticleCard } from './article-view';
import { articleTag } from './page-tags';

export type PageContext = Pick<AppContext, 'db' | 'config' | 'page' | 'tokens' | 'clock'>;

export interface CardMaker {
  timeZone: string;
  toCard(row: ArticleCardRow): ArticleCard;
}

/** Cards in the magazine's time zone; the page is marked as showing each of them. */
export async function createCardMaker(ctx: PageContext): Promise<CardMaker> {
  const settings = await getSiteSettings(ctx);
  const { timeZone } = settings;
  const view = { timeZone, blockedImageHosts: blockedHostsOf(settings, ctx) };
  return {
    timeZone,
    toCard(row) {
      ctx.page.tag(articleTag(row.id));
      return toArticleCard(row, view);
    },
  };
}
