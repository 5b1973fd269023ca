// What an editor can put into an issue.
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatDate } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { selectCtas, selectEmailAds, selectFoundForIssue, selectNewestForIssue } from './issues-repo.server';

/** The newest articles, offered without a search. */
const NEWEST_ARTICLES = 40;
const FOUND_ARTICLES = 20;

export interface PickableArticle {
  id: string;
  title: string;
  date: string;
}

export interface Pickable {
  articles: PickableArticle[];
  /** The articles that match `search`, best first. */
  found: PickableArticle[];
  search: string;
  ctas: { id: string; title: string }[];
  ads: { id: string; name: string }[];
}

/** The articles, CTAs and ads an issue can include; one round trip. */
export async function listPickable(ctx: Pick<AppContext, 'db'>, search: string): Promise<Pickable> {
  const { db } = ctx;
  const [{ timeZone }, articles, found, ctas, ads] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectNewestForIssue(db.build, NEWEST_ARTICLES)),
    db.read(selectFoundForIssue(db.build, search, FOUND_ARTICLES)),
    db.read(selectCtas(db.build)),
    db.read(selectEmailAds(db.build)),
  ]);
  const toPickable = ({ id, title, publishedAt }: (typeof articles)[number]) => ({
    id,
    title,
    date: publishedAt ? formatDate(publishedAt, timeZone) : '',
  });
  return {
    articles: articles.map(toPickable),
    found: found.map(toPickable),
    search,
    ctas: ctas.map(({ id, title }) => ({ id, title })),
    ads: ads.map(({ id, name }) => ({ id, name })),
  };
}
