// SQL for users and their profiles.
import { oneTimeTokens, profiles, users } from 'db/schema/accounts';
import { authCodes, mfaFactors } from 'db/schema/sign-in-ways';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ReadingChoice } from '../profile/account-input';

const byEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`;

export function selectUserByEmail(build: Build, email: string) {
  return build
    .select({
      id: users.id,
      email: sql<string>`${users.email}`,
      passwordHash: users.passwordHash,
      emailVerifiedAt: users.emailVerifiedAt,
      isBanned: sql<boolean>`coalesce(${users.bannedUntil} > now(), false)`,
      hasFactor: sql<boolean>`exists (select 1 from ${mfaFactors} f where f.user_id = ${users.id} and f.status = 'verified')`,
      fullName: profiles.fullName,
      role: profiles.role,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(byEmail(email))
    .limit(1);
}

/**
 * Locks the user row. Must be the first statement of a transaction that changes account security, so that two
 * such transactions run one after the other. A sign-in by password or provider waits for it too (`ownerWithin`).
 */
export function lockPerson(build: Build, userId: string) {
  return build.execute<{ email: string | null }>(sql`
    select email from ${users} where id = ${userId}::uuid for no key update`);
}

/** `lockPerson` for an address. Runs the same way if no account has it. */
export function lockPersonByEmail(build: Build, email: string) {
  return build.execute(sql`select id from ${users} where ${byEmail(email)} for no key update`);
}

export function selectPasswordHash(build: Build, userId: string) {
  return build.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
}

/**
 * Creates an account for an unconfirmed address, without a password or name. Does nothing if the address is
 * registered.
 * @param id used unless another account has it
 */
export function insertUnconfirmedUser(build: Build, id: string, email: string, condition: SQL = sql`true`) {
  return build.execute(sql`
    with made as (
      insert into ${users} (id, email)
      select case when exists (select 1 from ${users} where id = ${id}::uuid) then gen_random_uuid() else ${id}::uuid end, ${email}
      where ${condition} on conflict do nothing returning id
    )
    insert into ${profiles} (user_id) select id from made`);
}

/** Whether this transaction created the account with this address. */
export const wasCreatedNow = (email: string) =>
  sql`exists (select 1 from ${users} where ${byEmail(email)} and ${users.createdAt} = now())`;

export function updateName(build: Build, userId: string, fullName: string) {
  return build
    .insert(profiles)
    .values({ userId, fullName })
    .onConflictDoUpdate({ target: profiles.userId, set: { fullName } });
}

/** Fields missing from the choice stay the same. */
export function updateReadingPreferences(build: Build, userId: string, choice: ReadingChoice) {
  const { theme, textSize, typeface } = profiles;
  return build
    .update(profiles)
    .set({ ...choice, theme: choice.theme === undefined ? sql`${theme}` : choice.theme })
    .where(eq(profiles.userId, userId))
    .returning({ theme, textSize, typeface });
}

/**
 * Invalidates emailed links and pending authorization codes, some of which may belong to an attacker. Links
 * that undo an email change stay valid, because an attacker who changed the address must not be able to
 * remove them.
 */
export function spendOpenTokens(build: Build, userId: string, condition: SQL = sql`true`) {
  return build.execute(sql`
    with codes as (
      update ${authCodes} set spent_at = now() where user_id = ${userId}::uuid and spent_at is null and ${condition})
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and spent_at is null and purpose <> 'email_undo' and ${condition}`);
}

/** Invalidates the links that undo an email change, because an operator chose the address. */
export function spendEmailUndos(build: Build, userId: string) {
  return build.execute(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and spent_at is null and purpose = 'email_undo'`);
}

/** Invalidates links that confirm a new address. Someone who lost access to the account may have asked for them. */
export function spendEmailChanges(build: Build, userId: string, condition: SQL = sql`true`) {
  return build.execute(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and spent_at is null and purpose = 'email_change' and ${condition}`);
}

/** Stores the hash of the same password at the current cost, unless the password was changed in the meantime. */
export function renewPasswordHash(build: Build, userId: string, hash: string, renewed: string) {
  return build
    .update(users)
    .set({ passwordHash: renewed })
    .where(and(eq(users.id, userId), eq(users.passwordHash, hash)));
}

/**
 * Returns the account's email address if `condition` holds and the password is still the one that was checked.
 * @param checkedHash undefined if none was checked
 */
export function updatePassword(
  build: Build,
  userId: string,
  { passwordHash, checkedHash }: { passwordHash: string; checkedHash: string | undefined },
  condition: SQL,
) {
  return build
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.id, userId),
        checkedHash === undefined ? undefined : eq(users.passwordHash, checkedHash),
        condition,
      ),
    )
    .returning({ email: users.email });
}

/** Condition after `updatePassword`, in the same transaction: it stored this hash, which has a random salt. */
export const passwordWasStored = (userId: string, passwordHash: string) =>
  sql`exists (select 1 from ${users} where id = ${userId}::uuid and password_hash = ${passwordHash})`;
