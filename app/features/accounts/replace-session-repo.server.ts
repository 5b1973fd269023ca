// The SQL of a session that takes another one's place. What a session is worth never rises: whoever proves more gets a new
// session, and every token of the old one is refused.
import { refreshTokens, sessions, users } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import { networkKey } from '~/lib/caller-key';
import type { Database } from '~/platform/context';
import { REUSE_GRACE_SECONDS } from './account';
import {
  amrEntry,
  FROM_SESSIONS,
  IS_LIVE,
  type SessionFacts,
  VIEWER,
  type ViewerRow,
} from './sessions-repo.server';

type Build = Database['build'];
type Amr = readonly { method: string; timestamp: number }[];

interface Replacement {
  /** The session that ends. */
  sessionId: string;
  nextId: string;
  refreshHash: string;
  address: string;
  userAgent: string | null;
  /** Null keeps that of the session, and never more than the token says that was shown for it. */
  aal: 'aal2' | null;
  token: { aal: 'aal1' | 'aal2'; amr: Amr };
  /** What was shown now, as `amr` names it; null where nothing new was. */
  method: string | null;
  /** Looked at in the transaction. */
  condition?: SQL | undefined;
}

/**
 * Revokes a live session and opens the one that takes its place, with its first refresh token and the same absolute end. No
 * row if the session is not live any more: of two that replace it at once, one does.
 */
export function replaceSession(build: Build, replacement: Replacement) {
  const { sessionId, nextId, refreshHash, address, userAgent, aal, token, method } = replacement;
  const { condition = sql`true` } = replacement;
  // Each method is named once, because tokens carry the list.
  const kept = sql`${JSON.stringify(token.amr.filter((entry) => entry.method !== method))}::jsonb`;
  const amr = method === null ? kept : sql`jsonb_build_array(${amrEntry(sql`${method}::text`)}) || ${kept}`;
  const level =
    aal === null ? sql`case when ${token.aal}::text = 'aal2' then aal else 'aal1' end` : sql`${aal}::text`;
  // What is shown now vouches for the place where it is shown. Tokens alone vouch for none that their session does not.
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

/** The refresh token is this session's newest, or was until a moment ago. */
export const isNewestToken = (refreshHash: string) => sql`exists (
  select 1 from ${refreshTokens} t where t.session_id = s.id and t.hash = ${refreshHash}
    and (t.spent_at is null or t.spent_at > now() - make_interval(secs => ${REUSE_GRACE_SECONDS})))`;

/** The session of a pair of tokens that both count. */
export function selectSessionOfPair(build: Build, sessionId: string, refreshHash: string) {
  return build.execute<ViewerRow & { bindingHash: string | null }>(sql`
    select ${VIEWER}, s.binding_hash as "bindingHash" from ${FROM_SESSIONS}
    where s.id = ${sessionId}::uuid and ${IS_LIVE} and ${isNewestToken(refreshHash)}`);
}
