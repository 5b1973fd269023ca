// Converts article rows to cards with the site's settings.

import { articleTag } from '~/features/cache-tags/cache-tags';
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import {
  type ArticleCardRow,
  type ArticleCardView,
  type PageCard,
  toArticleCard,
  toPageCard,
} from './article-view';

export type PageContext = Pick<AppContext, 'db' | 'config' | 'page' | 'tokens' | 'clock'>;

export interface CardMaker {
  timeZone: string;
  newsletterHeadline: string;
  toView(row: ArticleCardRow): ArticleCardView;
  toCard(row: ArticleCardRow): PageCard;
}

/** Formats dates in the magazine's time zone, and adds the cache tag of each article to the page. */
export async function createCardMaker(ctx: PageContext): Promise<CardMaker> {
  const settings = await getSiteSettings(ctx);
  const { timeZone, newsletterHeadline } = settings;
  const view = { timeZone, blockedImageHosts: blockedHostsOf(settings, ctx) };
  const toView = (row: ArticleCardRow) => {
    ctx.page.tag(articleTag(row.id));
    return toArticleCard(row, view);
  };
  return { timeZone, newsletterHeadline, toView, toCard: (row) => toPageCard(toView(row)) };
}
