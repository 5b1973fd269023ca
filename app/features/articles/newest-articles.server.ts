// The newest articles, for the content dashboard.
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatDate } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import type { NewestArticle } from './newest-articles';
import { selectNewestOfAll } from './newest-articles-repo.server';

/** The specification's number. */
const SHOWN = 50;

/** The newest 50 of any status, by publish date; not those in the Trash. */
export async function listNewestArticles(ctx: Pick<AppContext, 'db'>): Promise<NewestArticle[]> {
  const { db } = ctx;
  const [{ timeZone }, rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectNewestOfAll(db.build, SHOWN)),
  ]);
  return rows.map(({ publishDate, ...row }) => ({ ...row, date: formatDate(publishDate, timeZone) }));
}
