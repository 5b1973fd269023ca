// Lists, creates, updates and deletes synonym groups.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import { ConflictError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import { MAX_TERM_LENGTH, type SynonymGroup, SynonymInput } from './synonym-input';
import {
  deleteSynonymGroup,
  insertSynonyms,
  selectSynonymGroup,
  selectSynonyms,
  selectTaken,
  synonymsExist,
  updateSynonyms,
} from './synonyms-repo.server';

type ReadContext = Pick<AppContext, 'db'>;
type WriteContext = Pick<AppContext, 'db' | 'request' | 'pageCache'>;
const GONE = 'This synonym group no longer exists';

/** All groups, in the order of their first terms. */
export async function listSynonyms({ db }: ReadContext): Promise<SynonymGroup[]> {
  return db.read(selectSynonyms(db.build));
}

/** @throws InvalidError, also for a term that is in another group */
export async function createSynonyms(ctx: WriteContext, actor: Actor, input: unknown): Promise<void> {
  const { db } = ctx;
  const { terms } = await readTerms(ctx, input, null);
  const event = { event: 'synonyms_created', actorId: actor.userId, subject: toSubject(terms) };
  await withRefusals(REFUSALS, db.write(insertSynonyms(db.build, terms), auditLine(ctx, event)));
  await ctx.pageCache.purge([SEARCH_TAG]);
}

/**
 * @param version the version that was edited; '' overwrites without the check
 * @throws like `createSynonyms`; NotFoundError; ConflictError if the group was saved since `version`
 */
export async function saveSynonyms(
  ctx: WriteContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const [{ terms }, [before]] = await Promise.all([
    readTerms(ctx, input, id),
    db.read(selectSynonymGroup(db.build, id)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  const changes = listChanges({ terms: before.terms }, { terms });
  if (Object.keys(changes).length === 0) return;
  if (version !== '' && version !== before.version) throw stale(before);
  const details = { id, changes };
  const event = { event: 'synonyms_updated', actorId: actor.userId, subject: toSubject(terms), details };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateSynonyms(db.build, id, terms, version),
      audit: auditLine(ctx, event, synonymsExist(id)),
    }),
  );
  await ctx.pageCache.purge([SEARCH_TAG]);
}

/** Does nothing if the group no longer exists. */
export async function deleteSynonyms(ctx: WriteContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const [before] = await db.read(selectSynonymGroup(db.build, id));
  if (!before) return;
  const event = { event: 'synonyms_deleted', actorId: actor.userId, subject: toSubject(before.terms) };
  // The audit entry first, because its condition requires the group.
  await db.write(auditLine(ctx, event, synonymsExist(id)), deleteSynonymGroup(db.build, id));
  await ctx.pageCache.purge([SEARCH_TAG]);
}

async function readTerms(
  { db }: ReadContext,
  input: unknown,
  ownId: string | null,
): Promise<{ terms: string[] }> {
  const { terms } = parseInput(SynonymInput, input);
  const { rows } = await db.read(selectTaken(db.build, terms, ownId));
  const [taken] = rows;
  if (taken)
    throw InvalidError.at(
      'terms',
      `“${taken.term}” is already in the group “${toSubject(taken.terms)}”. Edit that group instead`,
    );
  return { terms };
}

const toSubject = (terms: readonly string[]) => terms.join(', ');

/** @param theirs the stored group, if known */
function stale(theirs: SynonymGroup | null): ConflictError {
  const now = theirs ? `. It is now “${toSubject(theirs.terms)}”` : '';
  return new ConflictError(
    `Someone else changed this group while you were editing${now}. Your changes are still here. Save again to overwrite theirs.`,
  );
}

const REFUSALS: Refusals = {
  stale: { column: 'terms', message: stale(null).message },
  messages: {
    search_synonyms_one_group: ['terms', 'One of these terms is already in another group'],
    search_synonyms_at_least_two: [
      'terms',
      'Enter at least two terms that differ in more than case and accents',
    ],
    search_synonyms_term_length: ['terms', `Each term can have up to ${MAX_TERM_LENGTH} characters`],
  },
};
