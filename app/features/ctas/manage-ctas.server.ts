// Everything an editor can do with calls to action.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { CtaRow } from './cta';
import { type CtaInput, ctaInput } from './cta-input';
import { CTAS_TAG } from './ctas.server';
import {
  countCtas,
  ctaIsThere,
  deleteCtaRow,
  insertCta,
  selectCta,
  selectCtaRows,
  updateCta,
} from './manage-ctas-repo.server';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request' | 'config' | 'pages'>;
export const CTAS_PER_PAGE = 25;

const GONE = 'There is no such CTA any more';
const STALE =
  'Somebody else changed this CTA meanwhile. What you typed is still here: save again to put it in their place.';
const REFUSALS: Refusals = {
  stale: { column: 'title', message: STALE },
  words: { reference: ['categoryId', 'Invalid category selected'] },
};

/** A page of them, newest first, and how many there are. Pages count from 1. */
export async function listCtaRows({ db }: Reading, page: number): Promise<{ rows: CtaRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectCtaRows(db.build, CTAS_PER_PAGE, (page - 1) * CTAS_PER_PAGE)),
    db.read(countCtas(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findCtaRow({ db }: Reading, id: string): Promise<CtaRow | null> {
  const [found = null] = await db.read(selectCta(db.build, id));
  return found;
}

/** @throws InvalidError */
export async function createCta(ctx: Writing, actor: Actor, input: unknown): Promise<void> {
  const { db } = ctx;
  const values = parseInput(ctaInput(ctx.config.siteUrl), input);
  const id = crypto.randomUUID();
  const details = { id, ...values };
  const event = { event: 'cta_created', actorId: actor.userId, subject: values.title, details };
  await withRefusals(REFUSALS, db.write(insertCta(db.build, id, values), auditLine(ctx, event)));
  await ctx.pages.purge([CTAS_TAG]);
}

/**
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws InvalidError, NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveCta(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const { db } = ctx;
  const values: CtaInput = parseInput(ctaInput(ctx.config.siteUrl), input);
  const before = await findCtaRow(ctx, id);
  if (!before) throw new NotFoundError(GONE);
  const details = { id, changes: listChanges({ ...before }, values) };
  const event = { event: 'cta_updated', actorId: actor.userId, subject: values.title, details };
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(updateCta(db.build, id, values, stamp), auditLine(ctx, event, ctaIsThere(id))),
  );
  if (saved.length === 0) throw new NotFoundError(GONE);
  await ctx.pages.purge([CTAS_TAG]);
}

/** Whoever deletes what is gone already has what they wanted. */
export async function deleteCta(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findCtaRow(ctx, id);
  if (!before) return;
  const { title, body, buttonLabel, buttonLink, categoryId } = before;
  const details = { id, body, buttonLabel, buttonLink, categoryId };
  const event = { event: 'cta_deleted', actorId: actor.userId, subject: title, details };
  await db.write(deleteCtaRow(db.build, id), auditLine(ctx, event));
  await ctx.pages.purge([CTAS_TAG]);
}
