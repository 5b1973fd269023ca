// Publishing drafts that waited for their moment.
import type { AppContext } from '~/platform/context';
import { DUE_AT_ONCE, publishDue } from './publish-due-repo.server';
import { purgeTouched } from './purge-touched.server';
import { selectStandings } from './standings-repo.server';

/**
 * Publishes every draft whose moment is not after the clock, each exactly once however many ask at the same time, and
 * drops the pages that show it now.
 * @returns how many
 */
export async function publishDueArticles(ctx: AppContext): Promise<number> {
  const { db } = ctx;
  let total = 0;
  for (;;) {
    const [published] = await db.write(publishDue(db.build, ctx.clock.now()));
    const ids = published.rows.map(({ id }) => id);
    if (ids.length > 0) await purgeTouched(ctx, [], await db.read(selectStandings(db.build, ids)));
    total += ids.length;
    if (ids.length < DUE_AT_ONCE) return total;
  }
}
