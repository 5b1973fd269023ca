// What the links in our letters do: confirm, say farewell, choose how often, be forgotten.
import { auditLine } from '~/features/audit/audit.server';
import { DAY_MS } from '~/lib/days';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { noteFarewell } from './issues/send-repo.server';
import type { Frequency, LeadStatus } from './lead-view';
import {
  confirmLead,
  deleteLeadRow,
  deleteLettersTo,
  selectReader,
  setFrequency,
  unsubscribeLead,
} from './leads-repo.server';
import { readConfirmLink, readReaderLink } from './link-tokens.server';
import { leadExists } from './manage-leads-repo.server';
import { CONFIRM_DAYS, LINK_DEAD } from './reader-link';

type Reading = Pick<AppContext, 'db' | 'tokens' | 'clock'>;
type Writing = Reading & Pick<AppContext, 'request'>;

/** Whose link it is. */
export interface Reader {
  email: string;
  status: LeadStatus;
  frequency: Frequency;
}

/** Changes nothing; null for a link that confirms nobody. */
export async function findConfirming(ctx: Reading, token: string): Promise<Reader | null> {
  const link = await readLiveLink(ctx, token);
  if (!link) return null;
  const [lead] = await ctx.db.read(selectReader(ctx.db.build, link.leadId));
  const isOld = lead?.unsubscribedAt && lead.unsubscribedAt >= link.issuedAt;
  return lead && !isOld && lead.status !== 'bounced' ? lead : null;
}

/**
 * Doing it twice is as good as once.
 * @throws NotFoundError for a link that confirms nobody
 */
export async function confirmSubscription(ctx: Reading, token: string): Promise<void> {
  const link = await readLiveLink(ctx, token);
  if (!link) throw new NotFoundError(LINK_DEAD);
  const { db, clock } = ctx;
  const [confirmed] = await db.write(confirmLead(db.build, link.leadId, link.issuedAt, clock.now()));
  if (confirmed.length === 0) throw new NotFoundError(LINK_DEAD);
}

async function readLiveLink(ctx: Reading, token: string) {
  const link = await readConfirmLink(ctx, token);
  const age = link ? ctx.clock.now().getTime() - link.issuedAt.getTime() : Number.NaN;
  return age < CONFIRM_DAYS * DAY_MS ? link : null;
}

/** Changes nothing; null for a link that is nobody's, or of a lead that is gone. */
export async function findReader(ctx: Reading, token: string): Promise<Reader | null> {
  const link = await readReaderLink(ctx, token);
  if (!link) return null;
  const [lead] = await ctx.db.read(selectReader(ctx.db.build, link.leadId));
  return lead ?? null;
}

/**
 * Ends it at once; doing it twice is as good as once.
 * @throws NotFoundError for a link that is nobody's
 */
export async function unsubscribe(ctx: Reading, token: string): Promise<void> {
  const link = await getLink(ctx, token);
  const { db, clock } = ctx;
  const { leadId, issueId } = link;
  const now = clock.now();
  const [gone] = await db.write(
    unsubscribeLead(db.build, leadId, now),
    ...(issueId ? [noteFarewell(db.build, issueId, leadId, now)] : []),
  );
  if (gone.length === 0) throw new NotFoundError(LINK_DEAD);
}

/** @throws NotFoundError for a link that is nobody's */
export async function chooseFrequency(ctx: Reading, token: string, frequency: Frequency): Promise<void> {
  const link = await getLink(ctx, token);
  const { db, clock } = ctx;
  const [chosen] = await db.write(setFrequency(db.build, link.leadId, frequency, clock.now()));
  if (chosen.length === 0) throw new NotFoundError(LINK_DEAD);
}

/**
 * Everything that is kept about the reader goes.
 * @throws NotFoundError for a link that is nobody's
 */
export async function forgetReader(ctx: Writing, token: string): Promise<void> {
  const { leadId: id } = await getLink(ctx, token);
  const { db } = ctx;
  const event = { event: 'lead_deleted', actorId: null, subject: null, details: { id, by: 'the reader' } };
  const [, , gone] = await db.write(
    auditLine(ctx, event, leadExists(id)),
    deleteLettersTo(db.build, id),
    deleteLeadRow(db.build, id),
  );
  if (gone.length === 0) throw new NotFoundError(LINK_DEAD);
}

async function getLink(ctx: Reading, token: string) {
  const link = await readReaderLink(ctx, token);
  if (!link) throw new NotFoundError(LINK_DEAD);
  return link;
}
