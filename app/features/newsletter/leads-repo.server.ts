// The SQL of leads as their own letters and forms change them.
import { users } from 'db/schema/accounts';
import { leads } from 'db/schema/leads';
import { outbox } from 'db/schema/outbox';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { Frequency, LeadStatus } from './lead-view';
import type { Subscription } from './subscription';

type Build = Database['build'];

export type OwnLeadRow = Record<string, unknown> & {
  email: string;
  isProven: boolean;
  /** Null where there is none. */
  id: string | null;
  status: LeadStatus | null;
  frequency: Frequency | null;
};

const isAddress = (email: string) => sql`lower(${leads.email}) = lower(${email})`;
/** Whoever confirmed need not again; a mailbox that is not there gets nothing. */
const mayConfirm = inArray(leads.status, ['pending', 'unsubscribed']);
const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** Inserts nothing unless `condition` holds. A second lead with the same address, whatever its case, is dropped by the unique index. */
export function insertLead(build: Build, lead: Subscription, condition: SQL) {
  return build.execute<{ id: string }>(sql`
    insert into ${leads} (email, source) select ${lead.email}::text, ${lead.source}::text where ${condition}
    on conflict do nothing returning id`);
}

/** The lead of an address, while it has something to confirm. */
export function selectUnconfirmed(build: Build, email: string) {
  return build
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(and(isAddress(email), mayConfirm));
}

/** Whether that address has something to confirm and `condition` holds, for the count of emails to it. */
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

/** A link that was sent before the last farewell confirms nobody; whoever is confirmed already stays so. */
export function confirmLead(build: Build, id: string, issuedAt: Date, now: Date) {
  const isNewer = sql`(${leads.unsubscribedAt} is null or ${leads.unsubscribedAt} < ${moment(issuedAt)})`;
  return build
    .update(leads)
    .set({ status: 'confirmed', confirmedAt: sql`coalesce(${leads.confirmedAt}, ${moment(now)})` })
    .where(and(eq(leads.id, id), inArray(leads.status, ['pending', 'unsubscribed', 'confirmed']), isNewer))
    .returning({ id: leads.id });
}

/** A mailbox that is not there stays known as such. */
const farewell = (now: Date) => ({
  status: sql`case when ${leads.status} = 'bounced' then ${leads.status} else 'unsubscribed' end`,
  unsubscribedAt: moment(now),
});

export function unsubscribeLead(build: Build, id: string, now: Date) {
  return build.update(leads).set(farewell(now)).where(eq(leads.id, id)).returning({ email: leads.email });
}

/** With a link of our letters: whoever has it reads that mailbox. */
export function setFrequency(build: Build, id: string, frequency: Frequency, now: Date) {
  return build
    .update(leads)
    .set({
      frequency,
      status: 'confirmed',
      confirmedAt: sql`coalesce(${leads.confirmedAt}, ${moment(now)})`,
    })
    .where(eq(leads.id, id))
    .returning({ id: leads.id });
}

/** Of an account (`u`): it has an address, and proved to read it. */
const isProven = sql`u.email is not null and u.email_verified_at is not null`;
const provenAddress = (userId: string) =>
  sql`select u.email from ${users} u where u.id = ${userId}::uuid and ${isProven}`;

/** The account's address, and the lead of that address if the account proved to read it. */
export function selectOwnLead(build: Build, userId: string) {
  return build.execute<OwnLeadRow>(sql`
    select coalesce(u.email, '') as email, ${isProven} as "isProven",
      l.id, l.status, l.frequency
    from ${users} u left join ${leads} l on lower(l.email) = lower(u.email) and ${isProven}
    where u.id = ${userId}::uuid`);
}

/** Whoever proved to the account that they read the mailbox need not again. A mailbox that is not there stays known as such. */
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
    .set(farewell(now))
    .where(sql`lower(${leads.email}) = (select lower(p.email) from (${provenAddress(userId)}) p)`)
    .returning({ id: leads.id });
}

/** Suppresses an address that the provider says bad things of: a farewell of this moment, unless it is suppressed already. */
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

/** Letters to a lead that the outbox keeps. To be sent before the lead is gone. */
export function deleteLettersTo(build: Build, leadId: string) {
  return build
    .delete(outbox)
    .where(sql`lower(${outbox.to}) = (select lower(l.email) from ${leads} l where l.id = ${leadId}::uuid)`);
}
