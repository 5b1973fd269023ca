// SQL for identities at external providers.
import { profiles, users } from 'db/schema/accounts';
import { identities, signedMessages } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { END_UNPROVEN_ACCESS } from '../sign-in/one-time-tokens-repo.server';
import type { Linking } from './flows-repo.server';

export interface NewIdentity {
  userId: string;
  provider: string;
  providerId: string;
  data: Record<string, unknown>;
}

interface Asked extends Pick<NewIdentity, 'provider' | 'providerId'> {
  email: string | null;
  link: Linking | null;
}

/**
 * The account that has this identity, the account that has its address, and where to send the notice about a
 * new link.
 */
export function selectOwners(build: Build, { provider, providerId, email, link }: Asked) {
  const linkUserId = link?.userId ?? null;
  return build.execute<{ byIdentity: string | null; byEmail: string | null; notifyAt: string | null }>(sql`
    select (select user_id from ${identities} where provider = ${provider} and provider_id = ${providerId}) as "byIdentity",
      b.id as "byEmail", case when ${linkUserId}::uuid is null then b.email else l.email end as "notifyAt"
    from (select 1) one left join ${users} b on lower(b.email) = lower(${email}::text)
      left join ${users} l on l.id = ${linkUserId}::uuid`);
}

/** Throws ConstraintError 'identities_once' if an account already has this identity. */
export function insertIdentity(
  build: Build,
  { userId, provider, providerId, data }: NewIdentity,
  condition: SQL = sql`true`,
) {
  return build.execute(sql`
    insert into ${identities} (user_id, provider, provider_id, data)
    select ${userId}::uuid, ${provider}, ${providerId}, ${JSON.stringify(data)}::jsonb where ${condition}`);
}

export function touchIdentity(build: Build, { provider, providerId, data }: Omit<NewIdentity, 'userId'>) {
  return build.execute(sql`
    update ${identities} set last_sign_in_at = now(), data = ${JSON.stringify(data)}::jsonb
    where provider = ${provider} and provider_id = ${providerId}`);
}

/**
 * The provider confirmed the address. An earlier password, session, link or identity may be a stranger's and
 * is removed.
 */
export function confirmAddress(build: Build, userId: string) {
  return build.execute(sql`
    with confirmed as (
      update ${users} set updated_at = now(), email_verified_at = now(), password_hash = null
      where id = ${userId}::uuid and email_verified_at is null returning id),
    ${END_UNPROVEN_ACCESS}
    select id from confirmed`);
}

/**
 * Deletes the identity if `condition` holds, unless it is the last way to sign in to an account without an address. The
 * caller must lock the user row first, because two calls may race.
 */
export function deleteIdentity(build: Build, userId: string, identityId: string, condition: SQL) {
  return build.execute<{ id: string }>(sql`
    delete from ${identities} where id = ${identityId}::uuid and user_id = ${userId}::uuid and ${condition}
      and (exists (select 1 from ${users} u where u.id = ${userId}::uuid and u.email is not null)
        or exists (select 1 from ${identities} o where o.user_id = ${userId}::uuid and o.id <> ${identityId}::uuid))
    returning id`);
}

/** Condition after `deleteIdentity`, in the same transaction: `condition` held, and the identity was not kept as the last one. */
export const isUnlinked = (identityId: string, condition: SQL) =>
  sql`${condition} and not exists (select 1 from ${identities} i where i.id = ${identityId}::uuid)`;

export function dropPassword(build: Build, userId: string, condition: SQL) {
  return build.execute<{ id: string }>(sql`
    update ${users} set password_hash = null, updated_at = now() where id = ${userId}::uuid and ${condition} returning id`);
}

/** An account without a password, and possibly without an address. */
export function insertBareUser(build: Build, user: { id: string; email: string | null; fullName: string }) {
  return build.execute(sql`
    with made as (
      insert into ${users} (id, email, email_verified_at)
      values (${user.id}::uuid, ${user.email}, case when ${user.email}::text is not null then now() end) returning id
    )
    insert into ${profiles} (user_id, full_name) select id, ${user.fullName} from made`);
}

/** Throws ConstraintError 'signed_messages_pkey' if the message was used before. */
export function insertSignedMessage(build: Build, hash: string, seconds: number) {
  return build.execute(sql`
    insert into ${signedMessages} (hash, expires_at) values (${hash}, now() + make_interval(secs => ${seconds}))`);
}

export function deleteEndedMessages(build: Build) {
  return build.execute(sql`
    delete from ${signedMessages} where hash in (
      select hash from ${signedMessages} where expires_at < now() limit 20 for update skip locked)`);
}

/** The owner of a session that the same transaction opens. */
export const ownerOf = (userId: string) =>
  sql`select u.id as user_id, u.email from ${users} u where u.id = ${userId}::uuid`;
export const methodText = (method: string) => sql`${method}::text`;
