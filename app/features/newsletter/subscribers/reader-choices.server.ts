// Actions behind the links in emails: confirm, unsubscribe, change frequency, delete data.
import { auditLine } from '~/features/audit/audit.server';
import { areWithin, countCall, forgetCalls } from '~/features/rate-limit/throttle-calls.server';
import { deleteLeadEvents } from '~/features/webhooks/outbound/deliveries.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import { DAY_MS } from '~/lib/time/dates';
import type { AppContext, Statement } from '~/platform/context';
import { type ReaderLink, readConfirmLink, readReaderLink } from '../emails/link-tokens.server';
import { ADDRESS_BOUNCED, CONFIRM_DAYS, NEWSLETTER_LINK_DEAD } from '../emails/reader-link';
import { noteUnsubscribed } from '../issues/send-repo.server';
import { undoWindow } from './confirmation-limits';
import type { Frequency, LeadStatus } from './lead-view';
import {
  confirmLead,
  deleteEmailsTo,
  deleteLeadRow,
  selectReader,
  setFrequency,
  unsubscribeLead,
} from './leads-repo.server';
import { leadExists } from './manage-leads-repo.server';
import { type Asking, requestConfirmation } from './subscribe.server';

type Reading = Pick<AppContext, 'db' | 'tokens' | 'clock'>;
type Writing = Reading & Pick<AppContext, 'request'>;

/** The reader a link belongs to. */
export interface Reader {
  email: string;
  status: LeadStatus;
  frequency: Frequency;
}

/** Read-only. Null for a link that is invalid, expired or superseded. */
export async function findConfirming(ctx: Reading, token: string): Promise<Reader | null> {
  const link = await readLiveLink(ctx, token);
  if (!link) return null;
  const [lead] = await ctx.db.read(selectReader(ctx.db.build, link.leadId));
  const isOld = lead?.unsubscribedAt && lead.unsubscribedAt >= link.issuedAt;
  return lead && !isOld && lead.status !== 'bounced' ? lead : null;
}

/**
 * Idempotent.
 * @throws NotFoundError for a link that is invalid, expired or superseded
 */
export async function confirmSubscription(ctx: Reading, token: string): Promise<void> {
  const link = await readLiveLink(ctx, token);
  if (!link) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
  const { db, clock } = ctx;
  const confirmed = await db.writeOne(confirmLead(db.build, link.leadId, link.issuedAt, clock.now()));
  if (confirmed.length === 0) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
}

async function readLiveLink(ctx: Reading, token: string) {
  const link = await readConfirmLink(ctx, token);
  const age = link ? ctx.clock.now().getTime() - link.issuedAt.getTime() : Number.NaN;
  return age < CONFIRM_DAYS * DAY_MS ? link : null;
}

/** Read-only. Null for an invalid link or a deleted lead. */
export async function findReader(ctx: Reading, token: string): Promise<Reader | null> {
  const link = await readReaderLink(ctx, token);
  if (!link) return null;
  const [lead] = await ctx.db.read(selectReader(ctx.db.build, link.leadId));
  return lead ?? null;
}

/**
 * Unsubscribes immediately. Idempotent.
 * @throws NotFoundError for an invalid link
 */
export async function unsubscribe(ctx: Reading, token: string): Promise<void> {
  const link = await getLink(ctx, token);
  const { email } = await getReader(ctx, link);
  // Otherwise anyone with a forwarded link could undo it.
  await leave(ctx, link, forgetCalls(ctx, [await undoWindowOf(ctx, email)]));
}

async function leave(ctx: Reading, { leadId, issueId }: ReaderLink, undo: Statement<unknown> | null) {
  const { db, clock } = ctx;
  const now = clock.now();
  const { gone } = await db.writeBatch({
    gone: unsubscribeLead(db.build, leadId, now),
    noted: issueId ? [noteUnsubscribed(db.build, issueId, leadId, now)] : [],
    undo: undo ? [undo] : [],
  });
  if (gone.length === 0) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
}

/**
 * `unsubscribe` on the preferences page, where the reader can undo it for an hour.
 * @throws NotFoundError for an invalid link
 */
export async function chooseNever(ctx: Reading, token: string): Promise<void> {
  const link = await getLink(ctx, token);
  const { email, status } = await getReader(ctx, link);
  const undo = await undoWindowOf(ctx, email);
  await leave(ctx, link, status === 'confirmed' ? countCall(ctx, undo, areWithin([undo])) : null);
}

/**
 * Stores how often the reader wants the newsletter. Unless the reader is subscribed, or chose "Never" on the same page within
 * the hour, it emails a confirmation link.
 * @returns whether the reader has to confirm; true also if no email was sent because the address got five today
 * @throws NotFoundError for an invalid link; ConflictError for a bounced address; TooManyError beyond confirmation-limits.ts
 */
export async function chooseFrequency(ctx: Asking, token: string, frequency: Frequency): Promise<boolean> {
  const { id, email, status } = await getReader(ctx, await getLink(ctx, token));
  if (status === 'bounced') throw new ConflictError(ADDRESS_BOUNCED);
  const { db } = ctx;
  const isTooLate = areWithin([await undoWindowOf(ctx, email)]);
  const [chosen] = await db.writeOne(setFrequency(db.build, id, frequency, isTooLate));
  if (!chosen) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
  const mustConfirm = chosen.status === 'pending' || chosen.status === 'unsubscribed';
  if (mustConfirm) await requestConfirmation(ctx, chosen.email);
  return mustConfirm;
}

const undoWindowOf = async ({ tokens }: Reading, email: string) =>
  undoWindow(await tokens.hash(email.toLowerCase()));

async function getReader(ctx: Reading, { leadId }: ReaderLink) {
  const [lead] = await ctx.db.read(selectReader(ctx.db.build, leadId));
  if (!lead) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
  return lead;
}

/**
 * Deletes all data stored about the reader.
 * @throws NotFoundError for an invalid link
 */
export async function deleteReaderData(ctx: Writing, token: string): Promise<void> {
  const { leadId: id } = await getLink(ctx, token);
  const { db } = ctx;
  const event = { event: 'lead_deleted', actorId: null, subject: null, details: { id, by: 'the reader' } };
  const { gone } = await db.writeBatch({
    audit: auditLine(ctx, event, leadExists(id)),
    emails: deleteEmailsTo(db.build, id),
    events: deleteLeadEvents(ctx, id),
    gone: deleteLeadRow(db.build, id),
  });
  if (gone.length === 0) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
}

async function getLink(ctx: Reading, token: string) {
  const link = await readReaderLink(ctx, token);
  if (!link) throw new NotFoundError(NEWSLETTER_LINK_DEAD);
  return link;
}
