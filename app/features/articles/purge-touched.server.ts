// After a change of articles: the cached pages that show them, or should, are dropped.
import type { AppContext } from '~/platform/context';
import type { StandingRow } from './standings-repo.server';
import { type ArticleStanding, touchedPages } from './touched-pages';

/**
 * `before` and `after` come from `selectStandings`, first and last statement of the changing transaction. An article
 * that is in one of them only is new, or gone for good.
 */
export async function purgeTouched(
  ctx: Pick<AppContext, 'pages'>,
  before: readonly StandingRow[],
  after: readonly StandingRow[],
): Promise<void> {
  const were = new Map(before.map((row) => [row.id, toStanding(row)]));
  const are = new Map(after.map((row) => [row.id, toStanding(row)]));
  const tags = new Set<string>();
  for (const id of new Set([...were.keys(), ...are.keys()])) {
    for (const tag of touchedPages(were.get(id) ?? null, are.get(id) ?? null)) tags.add(tag);
  }
  if (tags.size > 0) await ctx.pages.purge([...tags]);
}

function toStanding({ status, deletedAt, publishDate, ...row }: StandingRow): ArticleStanding {
  return {
    ...row,
    isPublic: status === 'published' && deletedAt === null,
    publishDate: publishDate.getTime(),
  };
}
