// SQL for users, as the authentication API needs them.
import { oneTimeTokens, profiles, sessions, users } from 'db/schema/accounts';
import { articles } from 'db/schema/articles';
import { identities, mfaFactors } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { Role } from '../account';
import type { StoredUser } from '../api/auth-user';

const iso = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const USER = sql`jsonb_build_object(
  'id', u.id, 'email', u.email, 'confirmedAt', ${iso(sql`u.email_verified_at`)}, 'createdAt', ${iso(sql`u.created_at`)},
  'updatedAt', ${iso(sql`u.updated_at`)}, 'invitedAt', ${iso(sql`u.invited_at`)}, 'bannedUntil', ${iso(sql`u.banned_until`)},
  'lastSignInAt', (select ${iso(sql`max(s.created_at)`)} from ${sessions} s where s.user_id = u.id),
  'hasPassword', u.password_hash is not null, 'userMetadata', u.user_metadata, 'appMetadata', u.app_metadata,
  'fullName', p.full_name, 'role', p.role,
  'identities', coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'providerId', i.provider_id, 'data', i.data,
      'createdAt', ${iso(sql`i.created_at`)}, 'lastSignInAt', ${iso(sql`i.last_sign_in_at`)}) order by i.created_at, i.id)
    from ${identities} i where i.user_id = u.id), '[]'),
  'factors', coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'type', f.type, 'name', f.name, 'status', f.status,
      'createdAt', ${iso(sql`f.created_at`)}, 'updatedAt', ${iso(sql`f.updated_at`)},
      'lastChallengedAt', ${iso(sql`f.last_challenged_at`)}) order by f.created_at, f.id)
    from ${mfaFactors} f where f.user_id = u.id), '[]'),
  'change', (
    select jsonb_build_object('email', t.new_email, 'sentAt', ${iso(sql`t.created_at`)}) from ${oneTimeTokens} t
    where t.user_id = u.id and t.purpose = 'email_change' and t.spent_at is null and t.expires_at > now()
    order by t.created_at desc limit 1)
)`;
const PEOPLE = sql`${users} u left join ${profiles} p on p.user_id = u.id`;

export function selectAuthUser(build: Build, userId: string) {
  return build.execute<{ user: StoredUser }>(sql`
    select ${USER} as "user" from ${PEOPLE} where u.id = ${userId}::uuid`);
}

export function selectAuthUserByEmail(build: Build, email: string) {
  return build.execute<{ user: StoredUser }>(sql`
    select ${USER} as "user" from ${PEOPLE} where lower(u.email) = lower(${email})`);
}

/** Newest first. */
export function selectAuthUsers(build: Build, limit: number, offset: number) {
  return build.execute<{ user: StoredUser }>(sql`
    select ${USER} as "user" from ${PEOPLE} order by u.created_at desc, u.id limit ${limit} offset ${offset}`);
}

export function countUsers(build: Build) {
  return build.execute<{ total: number }>(sql`select count(*)::int as total from ${users}`);
}

export interface UserRowChange {
  email?: string;
  passwordHash?: string;
  /** Merged into the stored object. A null value removes its key. */
  userMetadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  /** False marks the address as unconfirmed again. */
  isConfirmed?: boolean;
  bannedUntil?: string | null;
}

const merged = (column: SQL, change: Record<string, unknown>) =>
  sql`jsonb_strip_nulls(${column} || ${JSON.stringify(change)}::jsonb)`;

/** Condition: merging `userMetadata` would change the account's metadata. */
export const changesMetadata = (userId: string, userMetadata: Record<string, unknown>) =>
  sql`exists (select 1 from ${users} where id = ${userId}::uuid
    and user_metadata <> ${merged(sql`user_metadata`, userMetadata)})`;

export function updateAuthUser(
  build: Build,
  userId: string,
  change: UserRowChange,
  condition: SQL = sql`true`,
) {
  const { email, passwordHash, userMetadata, appMetadata, isConfirmed, bannedUntil } = change;
  const set = [sql`updated_at = now()`];
  if (email !== undefined) set.push(sql`email = ${email}`);
  if (passwordHash !== undefined) set.push(sql`password_hash = ${passwordHash}`);
  if (userMetadata) set.push(sql`user_metadata = ${merged(sql`user_metadata`, userMetadata)}`);
  if (appMetadata) set.push(sql`app_metadata = ${merged(sql`app_metadata`, appMetadata)}`);
  if (isConfirmed !== undefined)
    set.push(sql`email_verified_at = ${isConfirmed ? sql`coalesce(email_verified_at, now())` : sql`null`}`);
  if (bannedUntil !== undefined) set.push(sql`banned_until = ${bannedUntil}::timestamptz`);
  return build.execute<{ id: string }>(sql`
    update ${users} set ${sql.join(set, sql`, `)} where id = ${userId}::uuid and ${condition} returning id`);
}

export interface NewAuthUser {
  id: string;
  email: string | null;
  passwordHash: string | null;
  isConfirmed: boolean;
  fullName: string;
  role: Role;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
  bannedUntil: string | null;
}

/**
 * Creates an account without a password for an invited user. Takes over an account from an unconfirmed
 * sign-up, whose owner is unproven. Throws ConstraintError 'users_email_once' for any other account with this
 * address.
 */
export function insertInvitedUser(
  build: Build,
  {
    email,
    fullName,
    role,
    userMetadata,
  }: Pick<NewAuthUser, 'fullName' | 'role' | 'userMetadata'> & { email: string },
) {
  const metadata = sql`${JSON.stringify(userMetadata)}::jsonb`;
  return build.execute(sql`
    with taken as (
      update ${users} u set email = ${email}, password_hash = null, invited_at = now(), updated_at = now(), user_metadata = ${metadata}
      where lower(u.email) = lower(${email}) and u.email_verified_at is null and u.invited_at is null and u.banned_until is null
        and not exists (select 1 from ${profiles} p where p.user_id = u.id and p.role is not null)
      returning u.id
    ),
    made as (
      insert into ${users} (email, invited_at, user_metadata)
      select ${email}, now(), ${metadata} where not exists (select 1 from taken) returning id
    )
    insert into ${profiles} (user_id, full_name, role)
    select id, ${fullName}, ${role} from (select id from taken union all select id from made) invited
    on conflict (user_id) do update set full_name = excluded.full_name, role = excluded.role`);
}

/** Throws ConstraintError 'users_email_once' for a registered address. */
export function insertAuthUser(build: Build, user: NewAuthUser) {
  return build.execute(sql`
    with made as (
      insert into ${users} (id, email, password_hash, email_verified_at, user_metadata, app_metadata, banned_until)
      values (${user.id}::uuid, ${user.email}, ${user.passwordHash}, case when ${user.isConfirmed}::boolean then now() end,
        ${JSON.stringify(user.userMetadata)}::jsonb,
        ${JSON.stringify(user.appMetadata)}::jsonb, ${user.bannedUntil}::timestamptz)
      returning id
    )
    insert into ${profiles} (user_id, full_name, role) select id, ${user.fullName}, ${user.role} from made`);
}

export function updateRole(build: Build, userId: string, role: Role) {
  return build.execute(sql`update ${profiles} set role = ${role} where user_id = ${userId}::uuid`);
}

/**
 * Deletes the user if `condition` holds. Locks the user's articles before the deletion, in the same order as a save: that
 * locks the article, and its revision then references the user.
 */
export function deleteUser(build: Build, userId: string, condition: SQL = sql`true`) {
  return build.execute<{ email: string | null }>(sql`
    with own as materialized (
      select id from ${articles} where owner_id = ${userId}::uuid order by id for no key update)
    delete from ${users} where id = ${userId}::uuid and (select count(*) from own) >= 0 and ${condition} returning email`);
}
