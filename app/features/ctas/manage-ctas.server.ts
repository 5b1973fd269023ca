// Lists, creates, updates and deletes CTAs.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { CtaRow } from './cta';
import { type CtaInput, ctaInput } from './cta-input';
import { CTAS_TAG } from './ctas.server';
import {
  countCtas,
  ctaExists,
  deleteCtaRow,
  insertCta,
  selectCta,
  selectCtaRows,
  updateCta,
} from './manage-ctas-repo.server';

type ReadContext = Pick<AppContext, 'db'>;
type WriteContext = Pick<AppContext, 'db' | 'request' | 'config' | 'pageCache'>;
export const CTAS_PER_PAGE = 25;

const GONE = 'This CTA no longer exists';
const STALE =
  'Someone else changed this CTA while you were editing. Your changes are still here. Save again to overwrite theirs.';
const REFUSALS: Refusals = {
  stale: { column: 'title', message: STALE },
  messages: { reference: ['categoryId', 'Invalid category selected'] },
};

/** One page of CTAs, newest first, and the total count. Pages are numbered from 1. */
export async function listCtaRows(
  { db }: ReadContext,
  page: number,
): Promise<{ rows: CtaRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectCtaRows(db.build, CTAS_PER_PAGE, (page - 1) * CTAS_PER_PAGE)),
    db.read(countCtas(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findCtaRow({ db }: ReadContext, id: string): Promise<CtaRow | null> {
  const [found = null] = await db.read(selectCta(db.build, id));
  return found;
}

/** @throws InvalidError */
export async function createCta(ctx: WriteContext, actor: Actor, input: unknown): Promise<void> {
  const { db } = ctx;
  const values = parseInput(ctaInput(ctx.config.siteUrl), input);
  const id = crypto.randomUUID();
  const details = { id, ...values };
  const event = { event: 'cta_created', actorId: actor.userId, subject: values.title, details };
  await withRefusals(REFUSALS, db.write(insertCta(db.build, id, values), auditLine(ctx, event)));
  await ctx.pageCache.purge([CTAS_TAG]);
}

/**
 * @param version the version that was edited; '' overwrites without the check
 * @throws InvalidError, NotFoundError; ConflictError if the CTA was saved since `version`
 */
export async function saveCta(
  ctx: WriteContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const values: CtaInput = parseInput(ctaInput(ctx.config.siteUrl), input);
  const before = await findCtaRow(ctx, id);
  if (!before) throw new NotFoundError(GONE);
  const details = { id, changes: listChanges({ ...before }, values) };
  const event = { event: 'cta_updated', actorId: actor.userId, subject: values.title, details };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateCta(db.build, id, values, version),
      audit: auditLine(ctx, event, ctaExists(id)),
    }),
  );
  await ctx.pageCache.purge([CTAS_TAG]);
}

/** Does nothing if the CTA no longer exists. */
export async function deleteCta(ctx: WriteContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findCtaRow(ctx, id);
  if (!before) return;
  const { title, body, buttonLabel, buttonLink, categoryId } = before;
  const details = { id, body, buttonLabel, buttonLink, categoryId };
  const event = { event: 'cta_deleted', actorId: actor.userId, subject: title, details };
  await db.write(deleteCtaRow(db.build, id), auditLine(ctx, event));
  await ctx.pageCache.purge([CTAS_TAG]);
}
