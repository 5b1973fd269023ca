// SQL for sessions and their refresh tokens.
import { profiles, refreshTokens, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { mfaFactors } from 'db/schema/sign-in-ways';
import { settings } from 'db/schema/site';
import { type SQL, sql } from 'drizzle-orm';
import { networkKey } from '~/lib/caller-key';
import type { Build } from '~/platform/context';
import { MEMBER_IDLE_DAYS, REUSE_GRACE_SECONDS, type Role, SESSION_DAYS, STAFF_IDLE_HOURS } from '../account';
import type { ReadingPreferences } from '../profile/reading-preferences';

export type ViewerRow = Record<string, unknown> & {
  userId: string;
  sessionId: string;
  email: string;
  /** Null when there is no profile row. */
  fullName: string | null;
  role: Role;
  hasProfile: boolean;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  /** The user has a second factor. */
  hasFactor: boolean;
  /** At least one is an authenticator app. */
  hasCodes: boolean;
  /** At least one is a passkey. */
  hasPasskeys: boolean;
  /** See `Viewer`. */
  lacksFactor: boolean;
  hasPassword: boolean;
  theme: ReadingPreferences['theme'];
  textSize: ReadingPreferences['textSize'];
  typeface: ReadingPreferences['typeface'];
  /** Seconds since 1970. */
  startedAt: number;
};

const hasVerified = (condition: SQL) => sql`exists (
  select 1 from ${mfaFactors} f where f.user_id = u.id and f.status = 'verified' and ${condition})`;
// Part of the viewer query, so that admin pages need no further round trip. Authors neither publish nor see
// personal data.
const LACKS_FACTOR = sql`coalesce(p.role <> 'author', false) and not ${hasVerified(sql`true`)} and exists (
  select 1 from ${settings} x where x.key = 'site' and x.value @> '{"requireSecondFactor": true}')`;
export const VIEWER = sql`u.id as "userId", s.id as "sessionId", coalesce(u.email, '') as email, p.full_name as "fullName", p.role,
  p.user_id is not null as "hasProfile", s.aal, s.amr, extract(epoch from s.created_at)::float8 as "startedAt",
  u.password_hash is not null as "hasPassword", ${hasVerified(sql`true`)} as "hasFactor",
  ${hasVerified(sql`f.type = 'totp'`)} as "hasCodes", ${hasVerified(sql`f.type = 'webauthn'`)} as "hasPasskeys",
  ${LACKS_FACTOR} as "lacksFactor", p.theme, p.text_size as "textSize", p.typeface`;
export const FROM_SESSIONS = sql`${sessions} s join ${users} u on u.id = s.user_id left join ${profiles} p on p.user_id = u.id`;
const GRACE = sql`make_interval(secs => ${REUSE_GRACE_SECONDS})`;
const settingOr = (name: string, fallback: number) => sql`coalesce((
  select (x.value->>${name}::text)::float8 from ${settings} x
  where x.key = 'site' and jsonb_typeof(x.value->${name}::text) = 'number'), ${fallback}::float8)`;
/** Maximum idle time. `last_seen_at` is set at sign-in and at each refresh, about once an hour. */
const idleLimit = (userId: SQL) => sql`case
  when exists (select 1 from ${profiles} r where r.user_id = ${userId} and r.role is not null)
  then make_interval(secs => 3600 * ${settingOr('staffIdleHours', STAFF_IDLE_HOURS)})
  else make_interval(secs => 86400 * ${settingOr('memberIdleDays', MEMBER_IDLE_DAYS)}) end`;
// Checked here too, because a session may open at the moment its user is banned.
const liveAs = (s: SQL) => sql`${s}.revoked_at is null and ${s}.expires_at > now()
  and ${s}.last_seen_at > now() - ${idleLimit(sql`${s}.user_id`)}
  and not exists (select 1 from ${users} b where b.id = ${s}.user_id and b.banned_until > now())`;
/** For `sessions s`: not revoked, expired or idle for too long, and the user is not banned. */
export const IS_LIVE = liveAs(sql.raw('s'));

/** Whether a session is live, as a condition for other statements. */
export const sessionLives = (sessionId: SQL | string) =>
  sql`exists (select 1 from ${sessions} s where s.id = (${sessionId})::uuid and ${IS_LIVE})`;

/** The viewer and the session in one statement, so that a revoked session ends with the next request. */
export function selectViewer(build: Build, sessionId: string) {
  return build.execute<ViewerRow>(sql`
    select ${VIEWER} from ${FROM_SESSIONS} where s.id = ${sessionId}::uuid and ${IS_LIVE}`);
}

/**
 * Like `selectViewer` for a cookie, including replaced sessions. Parallel requests may still arrive with the
 * old cookie. They are answered for a few seconds (`REUSE_GRACE_SECONDS`) while the replacement is live.
 */
export function selectViewerOfCookie(build: Build, sessionId: string) {
  return build.execute<ViewerRow & { isLive: boolean; isInGrace: boolean }>(sql`
    select ${VIEWER}, ${IS_LIVE} as "isLive", coalesce(s.revoked_at > now() - ${GRACE} and exists (
        select 1 from ${sessions} n where n.id = s.replaced_by and ${liveAs(sql.raw('n'))}), false) as "isInGrace"
    from ${FROM_SESSIONS} where s.id = ${sessionId}::uuid and (s.replaced_by is not null or ${IS_LIVE})`);
}

/**
 * The owner of a new session. The condition and the password are checked when the session is inserted. The lock makes a change of
 * the password wait, or this statement wait and check the new one.
 * @param renewedHash the hash that a concurrent sign-in may have stored in place of `passwordHash`
 */
export const ownerWithin = (
  userId: string,
  condition: SQL = sql`true`,
  passwordHash: string | null = null,
  renewedHash: string | null = null,
) =>
  sql`select u.id as user_id, u.email from ${users} u where u.id = ${userId}::uuid and ${condition}
    and (${passwordHash}::text is null or u.password_hash in (${passwordHash}, ${renewedHash})) for no key update of u`;

export const signedIn = sql`'signed_in'`;
export const byPassword = sql`'password'::text`;
export const byPasskey = sql`'webauthn'::text`;

/** The owner of a verified factor. */
export const ownerOfFactor = (factorId: string) =>
  sql`select u.id as user_id, u.email from ${users} u join ${mfaFactors} f on f.user_id = u.id
    where f.id = ${factorId}::uuid and f.status = 'verified'`;

interface NewSession {
  /** A query for `user_id` and `email` of the owner. No row means no session. */
  owner: SQL;
  refreshHash: string;
  address: string;
  userAgent: string | null;
  /** Text: the event in the audit log. */
  event: SQL;
  /** Text: the authentication method in `amr`. */
  method: SQL;
  /** aal2 if the first proof included a second factor. */
  aal?: 'aal1' | 'aal2';
  /** Hash of the secret of the browser that the tokens are bound to. */
  bindingHash?: string | null;
}

export type SessionFacts = Record<string, unknown> & {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
};

/** The `amr` entry for an authentication now. */
export const amrEntry = (method: SQL) =>
  sql`jsonb_build_object('method', ${method}, 'timestamp', floor(extract(epoch from now()))::bigint)`;

/** Opens a session with its first refresh token and its audit log entry. No row for a banned user. */
export function insertSession(build: Build, session: NewSession) {
  const { owner, refreshHash, address, userAgent, event, method, aal = 'aal1', bindingHash = null } = session;
  return build.execute<SessionFacts>(sql`
    with owner as (${owner}),
    made as (
      insert into ${sessions} (user_id, address, known_network, user_agent, expires_at, aal, amr, binding_hash)
      select owner.user_id, ${address}, ${networkKey(address)}, ${userAgent}, now() + make_interval(days => ${SESSION_DAYS}),
        ${aal}::text, jsonb_build_array(${amrEntry(method)}), ${bindingHash}
      from owner join ${users} u on u.id = owner.user_id and (u.banned_until is null or u.banned_until <= now())
      returning id, user_id, aal, amr
    ),
    token as (insert into ${refreshTokens} (hash, session_id) select ${refreshHash}, id from made),
    logged as (
      insert into ${auditLog} (actor_id, event, subject, address, details)
      select made.user_id, ${event}, owner.email, ${address}, jsonb_build_object('session', made.id)
      from made, owner
    )
    select made.id as "sessionId", made.user_id as "userId", coalesce(owner.email, '') as email, made.aal, made.amr
    from made, owner`);
}

const tokenRow = (hash: string) =>
  sql`${refreshTokens} t join ${sessions} s on s.id = t.session_id where t.hash = ${hash}`;

/** A client may refresh as often as it likes, but the audit log gets at most 100 entries per account and day. */
const IS_LOGGED = sql`(select count(*) from ${auditLog} l
  where l.actor_id = s.user_id and l.event = 'token_refreshed' and l.at > now() - interval '1 day') < 100`;

/**
 * One refresh: five statements for one transaction. The first locks the token's row. A concurrent request
 * then finds the token spent and gets the same successor during the grace period. A later reuse ends the
 * session.
 */
export function refreshStatements(build: Build, token: { hash: string; nextHash: string; address: string }) {
  return {
    spent: build.execute(sql`
      update ${refreshTokens} t set spent_at = now() from ${sessions} s
      where t.hash = ${token.hash} and t.spent_at is null and s.id = t.session_id and ${IS_LIVE}`),
    next: build.execute(sql`
      insert into ${refreshTokens} (hash, session_id)
      select ${token.nextHash}, t.session_id from ${tokenRow(token.hash)} and t.spent_at = now()
      on conflict do nothing`),
    session: build.execute(sql`
      update ${sessions} x set
        revoked_at = case when t.spent_at <= now() - ${GRACE} then now() end,
        last_seen_at = case when t.spent_at = now() then now() else x.last_seen_at end
      from ${refreshTokens} t
      where t.hash = ${token.hash} and t.session_id = x.id and x.revoked_at is null
        and (t.spent_at = now() or t.spent_at <= now() - ${GRACE})`),
    logged: build.execute<{ event: string; userId: string; sessionId: string }>(sql`
      insert into ${auditLog} (actor_id, event, address, details)
      select s.user_id, case when t.spent_at = now() then 'token_refreshed' else 'signed_out' end, ${token.address},
        jsonb_build_object('session', s.id) || case when t.spent_at = now() then '{}' else '{"reason": "refresh token reused"}' end::jsonb
      from ${tokenRow(token.hash)} and (s.revoked_at = now() or (t.spent_at = now() and ${IS_LOGGED}))
      returning event, actor_id as "userId", details->>'session' as "sessionId"`),
    found: build.execute<ViewerRow & { spentAt: number }>(sql`
      select ${VIEWER}, floor(extract(epoch from t.spent_at))::int as "spentAt"
      from ${refreshTokens} t join ${FROM_SESSIONS} on s.id = t.session_id
      where t.hash = ${token.hash} and t.spent_at > now() - ${GRACE} and ${IS_LIVE}`),
  };
}

export type SessionRow = Record<string, unknown> & {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: number;
  lastSeenAt: number;
};

/** The current session first, then by last use. */
export function selectSessions(build: Build, userId: string, current: string) {
  return build.execute<SessionRow>(sql`
    select s.id, s.address, s.user_agent as "userAgent", extract(epoch from s.created_at)::float8 as "createdAt",
      extract(epoch from s.last_seen_at)::float8 as "lastSeenAt"
    from ${sessions} s where s.user_id = ${userId}::uuid and ${IS_LIVE}
    order by s.id = ${current}::uuid desc, s.last_seen_at desc, s.id limit 100`);
}

/** This session and its replacement: the browser of a request may hold either. */
const sameBrowser = (sessionId: string) => sql`(
  select ${sessionId}::uuid union all
  select r.replaced_by from ${sessions} r where r.id = ${sessionId}::uuid and r.replaced_by is not null)`;

/** Whether the session or its replacement is live, as a condition for changes by a request that was sent before. */
export const browserIsSignedIn = (sessionId: string) =>
  sql`exists (select 1 from ${sessions} s where s.id in ${sameBrowser(sessionId)} and ${IS_LIVE})`;

/**
 * Returns a row if `browserIsSignedIn`. The session then cannot end before the transaction does, so the condition stays
 * the same for its other statements. Lock the user row first (`lockPerson`).
 */
export function lockBrowserSession(build: Build, sessionId: string) {
  return build.execute(sql`
    select s.id from ${sessions} s where s.id in ${sameBrowser(sessionId)} and ${IS_LIVE} for no key update of s`);
}

/** Ends one session of the user, all but one, or all. Returns the ids of the ended sessions. */
export function revokeSessions(
  build: Build,
  userId: string,
  which: { only: string } | { except: string } | 'all',
  condition: SQL = sql`true`,
) {
  const chosen =
    which === 'all'
      ? sql`true`
      : 'only' in which
        ? sql`id in ${sameBrowser(which.only)}`
        : sql`id not in ${sameBrowser(which.except)}`;
  return build.execute<{ id: string }>(sql`
    update ${sessions} set revoked_at = now()
    where user_id = ${userId}::uuid and revoked_at is null and ${chosen} and ${condition} returning id`);
}

/** Condition after `revokeSessions`, in the same transaction: it ended a session. */
export const sessionsWereEnded = (userId: string) =>
  sql`exists (select 1 from ${sessions} where user_id = ${userId}::uuid and revoked_at = now())`;

/** Ends the user's sessions that used this authentication method, except those of one browser. */
export function revokeSessionsWithMethod(
  build: Build,
  userId: string,
  { method, except }: { method: string; except: string },
  condition: SQL = sql`true`,
) {
  return build.execute(sql`
    update ${sessions} s set revoked_at = now() where s.user_id = ${userId}::uuid and s.revoked_at is null
      and s.id not in ${sameBrowser(except)} and s.amr @> ${JSON.stringify([{ method }])}::jsonb and ${condition}`);
}

/** Condition after the statement that opens a session with this refresh token: it did open one. */
export const sessionWasOpened = (refreshHash: string) =>
  sql`exists (select 1 from ${refreshTokens} where hash = ${refreshHash})`;

/** Ends the browser's earlier session, no matter whose it is, if this transaction opened the new one. */
export function revokeReplaced(build: Build, sessionId: string, refreshHash: string) {
  return build.execute(sql`
    update ${sessions} set revoked_at = now() where id in ${sameBrowser(sessionId)} and revoked_at is null
      and ${sessionWasOpened(refreshHash)}`);
}
