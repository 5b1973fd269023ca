// SQL for leads, as changed by forms and email links.
import { users } from 'db/schema/accounts';
import { articles } from 'db/schema/articles';
import { leads } from 'db/schema/leads';
import { outbox } from 'db/schema/outbox';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { VisitSource } from '~/features/readership/tracking/visit-source';
import type { Build } from '~/platform/context';
import type { Frequency, LeadStatus } from './lead-view';
import type { Subscription } from './subscription';

export type OwnLeadRow = Record<string, unknown> & {
  email: string;
  isProven: boolean;
  /** Null if the address has no lead. */
  id: string | null;
  status: LeadStatus | null;
  frequency: Frequency | null;
};

const isAddress = (email: string) => sql`lower(${leads.email}) = lower(${email})`;
/** Excludes confirmed leads, which need no confirmation, and bounced ones, which receive no email. */
const mayConfirm = inArray(leads.status, ['pending', 'unsubscribed']);
const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** The article and source that a lead is attributed to. */
export interface LeadOrigin {
  articleId: string | null;
  /** Identifies the article if there is no id. */
  slug: string | null;
  source: VisitSource | null;
}

/** Inserts a lead if `condition` holds. The unique index drops an existing address, case-insensitively. */
export function insertLead(build: Build, lead: Subscription, origin: LeadOrigin, condition: SQL) {
  return build.execute<{ id: string }>(sql`
    insert into ${leads} (email, source, article_id, won_kind, won_from)
    select ${lead.email}::text, ${lead.source}::text, coalesce(${origin.articleId}::uuid, ${articleOf(origin)}),
      ${origin.source?.kind ?? null}::text, ${origin.source?.name ?? null}::text
    where ${condition}
    on conflict do nothing returning id`);
}

const articleOf = ({ slug }: LeadOrigin) =>
  sql`(select a.id from ${articles} a where a.slug = ${slug}::text and is_public(a.status, a.deleted_at))`;

/** The form and article of a lead that this transaction created; no row otherwise. For `readingSignUp`. */
export const selectNewLead = (lead: Subscription) => sql`
  select ${lead.source}::text as form, l.article_id as article from ${leads} l
  where lower(l.email) = lower(${lead.email}) and l.created_at = now()`;

/** The unconfirmed lead of an address. */
export function selectUnconfirmed(build: Build, email: string) {
  return build
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(and(isAddress(email), mayConfirm));
}

/** Condition: the address has an unconfirmed lead and `condition` holds. For counting emails to it. */
export const mayBeAsked = (email: string, condition: SQL) =>
  sql`exists (select 1 from ${leads} where ${and(isAddress(email), mayConfirm)}) and ${condition}`;

export function selectReader(build: Build, id: string) {
  return build
    .select({
      id: leads.id,
      email: leads.email,
      status: leads.status,
      frequency: leads.frequency,
      unsubscribedAt: leads.unsubscribedAt,
    })
    .from(leads)
    .where(eq(leads.id, id));
}

/** Confirms a lead. A link issued before the last unsubscribe has no effect. */
export function confirmLead(build: Build, id: string, issuedAt: Date, now: Date) {
  const isNewer = sql`(${leads.unsubscribedAt} is null or ${leads.unsubscribedAt} < ${moment(issuedAt)})`;
  return build
    .update(leads)
    .set({ status: 'confirmed', confirmedAt: sql`coalesce(${leads.confirmedAt}, ${moment(now)})` })
    .where(and(eq(leads.id, id), inArray(leads.status, ['pending', 'unsubscribed', 'confirmed']), isNewer))
    .returning({ id: leads.id });
}

/** A bounced address stays bounced. */
const unsubscribeNote = (now: Date) => ({
  status: sql`case when ${leads.status} = 'bounced' then ${leads.status} else 'unsubscribed' end`,
  unsubscribedAt: moment(now),
});

export function unsubscribeLead(build: Build, id: string, now: Date) {
  return build
    .update(leads)
    .set(unsubscribeNote(now))
    .where(eq(leads.id, id))
    .returning({ email: leads.email });
}

/**
 * Sets the frequency. It does not subscribe: the link never expires, and may be in an email that was forwarded.
 * @param isTooLate condition: unless it holds, an unsubscribed lead is confirmed again
 */
export function setFrequency(build: Build, id: string, frequency: Frequency, isTooLate: SQL) {
  const isUndone = sql`${leads.status} = 'unsubscribed' and not ${isTooLate}`;
  return build
    .update(leads)
    .set({ frequency, status: sql`case when ${isUndone} then 'confirmed' else ${leads.status} end` })
    .where(eq(leads.id, id))
    .returning({ email: leads.email, status: leads.status });
}

/** Condition on an account `u`: it has a verified address. */
const isProven = sql`u.email is not null and u.email_verified_at is not null`;
const provenAddress = (userId: string) =>
  sql`select u.email from ${users} u where u.id = ${userId}::uuid and ${isProven}`;

/** The account's address, with its lead if the address is verified. */
export function selectOwnLead(build: Build, userId: string) {
  return build.execute<OwnLeadRow>(sql`
    select coalesce(u.email, '') as email, ${isProven} as "isProven",
      l.id, l.status, l.frequency
    from ${users} u left join ${leads} l on lower(l.email) = lower(u.email) and ${isProven}
    where u.id = ${userId}::uuid`);
}

/** Subscribes a verified account address without a confirmation email. A bounced address stays bounced. */
export function subscribeOwn(build: Build, userId: string, now: Date) {
  return build.execute<{ id: string; isNew: boolean }>(sql`
    insert into ${leads} as l (email, source, status, confirmed_at)
    select p.email, 'account', 'confirmed', ${moment(now)} from (${provenAddress(userId)}) p
    on conflict (lower(email)) do update
      set status = 'confirmed', confirmed_at = coalesce(l.confirmed_at, excluded.confirmed_at)
      where l.status <> 'bounced'
    returning l.id, l.xmax = 0 as "isNew"`);
}

export function unsubscribeOwn(build: Build, userId: string, now: Date) {
  return build
    .update(leads)
    .set(unsubscribeNote(now))
    .where(sql`lower(${leads.email}) = (select lower(p.email) from (${provenAddress(userId)}) p)`)
    .returning({ id: leads.id });
}

/**
 * Suppresses an address that the email provider reported, with the current time as its unsubscribe time
 * unless it is already unsubscribed.
 */
export function suppressAddress(build: Build, email: string, status: 'bounced' | 'unsubscribed', now: Date) {
  return build
    .update(leads)
    .set({
      status,
      unsubscribedAt: sql`case when ${leads.status} = 'unsubscribed' then coalesce(${leads.unsubscribedAt}, ${moment(now)})
        else ${moment(now)} end`,
    })
    .where(and(isAddress(email), sql`${leads.status} <> 'bounced'`))
    .returning({ id: leads.id });
}

export function deleteLeadRow(build: Build, id: string) {
  return build.delete(leads).where(eq(leads.id, id)).returning({ id: leads.id });
}

/** Deletes emails to a lead from the outbox. Run it before deleting the lead. */
export function deleteEmailsTo(build: Build, leadId: string) {
  return build
    .delete(outbox)
    .where(sql`lower(${outbox.to}) = (select lower(l.email) from ${leads} l where l.id = ${leadId}::uuid)`);
}
