// SQL that replaces a session. A session's level never rises: stronger proof opens a new session, and all
// tokens of the old one become invalid.
import { refreshTokens, sessions, users } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import { networkKey } from '~/lib/caller-key';
import type { Build } from '~/platform/context';
import { REUSE_GRACE_SECONDS } from '../account';
import {
  amrEntry,
  FROM_SESSIONS,
  IS_LIVE,
  type SessionFacts,
  VIEWER,
  type ViewerRow,
} from './sessions-repo.server';

type Amr = readonly { method: string; timestamp: number }[];

interface Replacement {
  /** The session that ends. */
  sessionId: string;
  nextId: string;
  refreshHash: string;
  address: string;
  userAgent: string | null;
  /** Null keeps the session's level, limited to the level of its token. */
  aal: 'aal2' | null;
  token: { aal: 'aal1' | 'aal2'; amr: Amr };
  /** The method just used, as an `amr` value; null if there was none. */
  method: string | null;
  /** Evaluated in the transaction. */
  condition?: SQL | undefined;
}

/**
 * Revokes a live session and opens its replacement, with the first refresh token and the same absolute
 * expiry. No row if the session is not live, so only one of two concurrent replacements succeeds. Lock the user row first
 * (`lockPerson`): otherwise `lockBrowserSession` may miss a replacement that it waited for.
 */
export function replaceSession(build: Build, replacement: Replacement) {
  const { sessionId, nextId, refreshHash, address, userAgent, aal, token, method } = replacement;
  const { condition = sql`true` } = replacement;
  // Tokens carry the list, so each method appears once.
  const others = sql`${JSON.stringify(token.amr.filter((entry) => entry.method !== method))}::jsonb`;
  const amr =
    method === null ? others : sql`jsonb_build_array(${amrEntry(sql`${method}::text`)}) || ${others}`;
  const level =
    aal === null ? sql`case when ${token.aal}::text = 'aal2' then aal else 'aal1' end` : sql`${aal}::text`;
  // A new proof marks the network as known. Tokens alone do so only if the session's network was known.
  const here = networkKey(address);
  const network =
    method === null ? sql`case when known_network is not null then ${here}::text end` : sql`${here}::text`;
  return build.execute<SessionFacts>(sql`
    with ended as (
      update ${sessions} s set revoked_at = now(), replaced_by = ${nextId}::uuid
      where s.id = ${sessionId}::uuid and ${IS_LIVE} and ${condition}
      returning s.user_id, s.created_at, s.expires_at, s.aal, s.known_network
    ),
    made as (
      insert into ${sessions} (id, user_id, address, known_network, user_agent, created_at, expires_at, aal, amr)
      select ${nextId}::uuid, user_id, ${address}, ${network}, ${userAgent}, created_at, expires_at, ${level}, ${amr} from ended
      returning id, user_id, aal, amr
    ),
    token as (insert into ${refreshTokens} (hash, session_id) select ${refreshHash}, id from made)
    select made.id as "sessionId", made.user_id as "userId", made.aal, made.amr, coalesce(u.email, '') as email
    from made join ${users} u on u.id = made.user_id`);
}

/** The refresh token is the session's newest, or was replaced less than the grace period ago. */
export const isNewestToken = (refreshHash: string) => sql`exists (
  select 1 from ${refreshTokens} t where t.session_id = s.id and t.hash = ${refreshHash}
    and (t.spent_at is null or t.spent_at > now() - make_interval(secs => ${REUSE_GRACE_SECONDS})))`;

/** The session of an access and a refresh token that are both valid. */
export function selectSessionOfPair(build: Build, sessionId: string, refreshHash: string) {
  return build.execute<ViewerRow & { bindingHash: string | null }>(sql`
    select ${VIEWER}, s.binding_hash as "bindingHash" from ${FROM_SESSIONS}
    where s.id = ${sessionId}::uuid and ${IS_LIVE} and ${isNewestToken(refreshHash)}`);
}
