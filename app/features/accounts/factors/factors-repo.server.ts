// SQL for second factors.
import { profiles, sessions } from 'db/schema/accounts';
import { mfaChallenges, mfaFactors, recoveryCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build, Statement } from '~/platform/context';
import type { Role } from '../account';
import { lockPerson, spendEmailChanges } from '../people/users-repo.server';
import { browserIsSignedIn, lockBrowserSession, sessionLives } from '../sessions/sessions-repo.server';

const CHALLENGE_MINUTES = 5;
export const MAX_FACTORS = 10;

/** A passkey's credential. Bytes are base64url. */
export interface Credential {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

export type FactorRow = Record<string, unknown> & {
  id: string;
  type: 'totp' | 'webauthn';
  name: string;
  status: 'verified' | 'unverified';
  /** The TOTP secret, encrypted. */
  secret: string | null;
  credential: Credential | null;
};

const FACTOR = sql`f.id, f.type, f.name, f.status, f.secret, f.credential`;

export function selectFactor(build: Build, userId: string, factorId: string) {
  return build.execute<FactorRow>(sql`
    select ${FACTOR} from ${mfaFactors} f where f.id = ${factorId}::uuid and f.user_id = ${userId}::uuid`);
}

export function selectFactors(build: Build, userId: string) {
  return build.execute<FactorRow>(sql`
    select ${FACTOR} from ${mfaFactors} f where f.user_id = ${userId}::uuid order by f.created_at, f.id`);
}

interface NewFactor {
  id: string;
  userId: string;
  type: 'totp' | 'webauthn';
  name: string;
  secret: string | null;
  /** The session that enrolls the factor. Nothing changes if it ended. */
  sessionId: string;
}

/**
 * Deletes unfinished enrollments of this name or older than a day, then inserts. Throws ConstraintError
 * 'mfa_factors_name_once'.
 */
export function enrollStatements(build: Build, { id, userId, type, name, secret, sessionId }: NewFactor) {
  const isSignedIn = browserIsSignedIn(sessionId);
  return {
    person: lockPerson(build, userId),
    session: lockBrowserSession(build, sessionId),
    unfinished: build.execute(sql`
      delete from ${mfaFactors} where user_id = ${userId}::uuid and status = 'unverified'
        and (name = ${name} or created_at < now() - interval '1 day') and ${isSignedIn}`),
    made: build.execute<{ id: string }>(sql`
      insert into ${mfaFactors} (id, user_id, type, name, secret)
      select ${id}::uuid, ${userId}::uuid, ${type}, ${name}, ${secret}
      where (select count(*) from ${mfaFactors} where user_id = ${userId}::uuid) < ${MAX_FACTORS} and ${isSignedIn}
      returning id`),
  };
}

export function insertChallenge(
  build: Build,
  {
    id,
    factorId,
    sessionId,
    challenge,
  }: { id: string; factorId: string; sessionId: string; challenge: string | null },
) {
  return {
    old: build.execute(sql`
      delete from ${mfaChallenges} where id in (
        select id from ${mfaChallenges} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`),
    made: build.execute<{ expiresAt: number }>(sql`
      insert into ${mfaChallenges} (id, factor_id, session_id, challenge, expires_at)
      values (${id}::uuid, ${factorId}::uuid, ${sessionId}::uuid, ${challenge}, now() + make_interval(mins => ${CHALLENGE_MINUTES}))
      returning floor(extract(epoch from expires_at))::int as "expiresAt"`),
    factor: build.execute(
      sql`update ${mfaFactors} set last_challenged_at = now() where id = ${factorId}::uuid`,
    ),
  };
}

interface ChallengeOf {
  challengeId: string;
  factorId: string;
  sessionId: string;
}

export function selectChallenge(build: Build, { challengeId, factorId, sessionId }: ChallengeOf) {
  return build.execute<{ challenge: string | null }>(sql`
    select c.challenge from ${mfaChallenges} c
    where c.id = ${challengeId}::uuid and c.factor_id = ${factorId}::uuid and c.session_id = ${sessionId}::uuid
      and c.spent_at is null and c.expires_at > now()`);
}

interface Shown extends ChallengeOf {
  /** The TOTP time step, which can be used once. 0 for a passkey. */
  step: number;
  credential: Credential | null;
}

/** Condition after `verifyStatements`, in the same transaction: the proof was accepted. */
export const isVerifiedNow = (factorId: string) =>
  sql`exists (select 1 from ${mfaFactors} f where f.id = ${factorId}::uuid and f.updated_at = now())`;

/**
 * Five statements for the transaction that replaces the session with one at aal2: spends the challenge and
 * verifies the factor. The first use of a factor ends the user's other sessions at aal1, and the changes of
 * address that they may have started.
 */
export function verifyStatements(build: Build, userId: string, shown: Shown) {
  const { challengeId, factorId, sessionId, step, credential } = shown;
  const isSpent = sql`exists (select 1 from ${mfaChallenges} c where c.id = ${challengeId}::uuid and c.spent_at = now())`;
  const isFirstUse = sql`${isSpent} and exists (
    select 1 from ${mfaFactors} f where f.id = ${factorId}::uuid and f.status = 'unverified'
      and f.last_step < ${step === 0 ? 1 : step}::bigint)`;
  return {
    person: lockPerson(build, userId),
    challenge: build.execute(sql`
      update ${mfaChallenges} set spent_at = now()
      where id = ${challengeId}::uuid and factor_id = ${factorId}::uuid and session_id = ${sessionId}::uuid
        and spent_at is null and expires_at > now() and ${sessionLives(sessionId)}`),
    otherSessions: build.execute(sql`
      update ${sessions} set revoked_at = now()
      where user_id = ${userId}::uuid and id <> ${sessionId}::uuid and revoked_at is null and aal = 'aal1' and ${isFirstUse}`),
    emailChanges: spendEmailChanges(build, userId, sql`${isFirstUse} and ${hasNone(userId)}`),
    factor: build.execute<{ id: string }>(sql`
      update ${mfaFactors} set status = 'verified', updated_at = now(),
        last_step = greatest(last_step, ${step}::bigint),
        credential = coalesce(${credential && JSON.stringify(credential)}::jsonb, credential),
        credential_id = coalesce(${credential?.id ?? null}::text, credential_id)
      where id = ${factorId}::uuid and user_id = ${userId}::uuid and (${step}::bigint = 0 or last_step < ${step}::bigint)
        and ${isSpent}
        and (status = 'verified' or ${hasNone(userId)}
          or exists (select 1 from ${sessions} s where s.id = ${sessionId}::uuid and s.aal = 'aal2')) returning id`),
  };
}

/**
 * Deletes a factor. If no verified factor is left, all sessions return to aal1 and the recovery codes are
 * deleted. Returns the user's address, the live session, and the factor if it existed.
 * @param factor `sessionId` is the session that removes it, or null for the service key. Nothing changes if it ended
 * @param logged the audit entry; receives the condition under which the factor is deleted
 */
export function unenrollStatements(
  build: Build,
  { userId, factorId, sessionId }: { userId: string; factorId: string; sessionId: string | null },
  logged: (isDue: SQL) => Statement<unknown>,
) {
  const condition = sessionId === null ? sql`true` : browserIsSignedIn(sessionId);
  const exists = sql`exists (select 1 from ${mfaFactors} f where f.id = ${factorId}::uuid and f.user_id = ${userId}::uuid)`;
  return {
    // Locked first, so that the next statements see what a parallel call deleted.
    person: lockPerson(build, userId),
    session: sessionId === null ? [] : [lockBrowserSession(build, sessionId)],
    audit: logged(sql`${exists} and ${condition}`),
    removed: build.execute<{ id: string; name: string }>(sql`
      delete from ${mfaFactors} where id = ${factorId}::uuid and user_id = ${userId}::uuid and ${condition} returning id, name`),
    sessions: build.execute(sql`
      update ${sessions} set aal = 'aal1' where user_id = ${userId}::uuid and aal = 'aal2'
        and ${hasNone(userId)}`),
    codes: build.execute(
      sql`delete from ${recoveryCodes} where user_id = ${userId}::uuid and ${hasNone(userId)}`,
    ),
  };
}

const hasNone = (userId: string) =>
  sql`not exists (select 1 from ${mfaFactors} f where f.user_id = ${userId}::uuid and f.status = 'verified')`;

export type ListedFactor = Record<string, unknown> & {
  id: string;
  type: 'totp' | 'webauthn';
  name: string;
  /** Seconds since 1970. */
  createdAt: number;
  usedAt: number;
};

/** The verified factors, as the account page lists them. */
export function selectListedFactors(build: Build, userId: string) {
  return build.execute<ListedFactor>(sql`
    select f.id, f.type, f.name, extract(epoch from f.created_at)::float8 as "createdAt",
      extract(epoch from f.updated_at)::float8 as "usedAt"
    from ${mfaFactors} f where f.user_id = ${userId}::uuid and f.status = 'verified' order by f.created_at, f.id`);
}

/** The newest unanswered challenge of this session. */
export function selectNewestChallenge(build: Build, factorId: string, sessionId: string) {
  return build.execute<{ id: string }>(sql`
    select c.id from ${mfaChallenges} c
    where c.factor_id = ${factorId}::uuid and c.session_id = ${sessionId}::uuid and c.spent_at is null
    order by c.created_at desc, c.id limit 1`);
}

type PasskeyRow = Record<string, unknown> & {
  id: string;
  userId: string;
  role: Role;
  credential: Credential;
};

/** The verified passkey with this credential id, and its owner. */
export function selectPasskey(build: Build, credentialId: string) {
  return build.execute<PasskeyRow>(sql`
    select f.id, f.user_id as "userId", p.role, f.credential
    from ${mfaFactors} f join ${profiles} p on p.user_id = f.user_id
    where f.credential_id = ${credentialId} and f.status = 'verified'`);
}

/** Stores the credential with its new counter. */
export function updateCredential(build: Build, factorId: string, credential: Credential) {
  return build.execute(sql`
    update ${mfaFactors} set credential = ${JSON.stringify(credential)}::jsonb, updated_at = now()
    where id = ${factorId}::uuid`);
}
