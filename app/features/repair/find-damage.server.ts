// Looking through a page of articles for those that a repair would change.
import type { WordsRow } from '~/features/articles/rewrite-text.server';
import { walkWords } from '~/features/articles/walk-articles.server';
import { listEmbeddedImages } from '~/features/media/embedded-images';
import type { AppContext } from '~/platform/context';
import { repairText } from './repair-article';
import { selectCandidates } from './repair-repo.server';

/** The ids of all articles in a range that would change, in their order. */
export async function findDamaged(
  ctx: Pick<AppContext, 'db'>,
  range: { from: string; upTo: string },
): Promise<string[]> {
  const { rows: candidates } = await ctx.db.read(selectCandidates(ctx.db.build, range));
  const damaged: string[] = [];
  for await (const row of walkWords(ctx, candidates)) if (isDamaged(row)) damaged.push(row.id);
  return damaged;
}

function isDamaged({ content, summary }: WordsRow): boolean {
  if (content === null || listEmbeddedImages(content).length > 0) return true;
  return repairText({ content, summary }) !== null;
}
