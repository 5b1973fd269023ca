// The SQL of what is kept about one person: all of it in one row. Hashes, secrets and keys are not what they came for.
import { profiles, sessions, users } from 'db/schema/accounts';
import { articleDrafts } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { leads } from 'db/schema/leads';
import { readingList } from 'db/schema/reading-list';
import { identities, mfaFactors, recoveryCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

/** Lines of the audit log: an admin of many years has more than anybody reads. */
const MOST_LINES = 10_000;

const listOf = (line: SQL, from: SQL) => sql`(select coalesce(jsonb_agg(${line}), '[]') from ${from})`;

/** Nothing when the account is gone. */
export function selectOwnData(build: Database['build'], userId: string) {
  const own = sql`user_id = ${userId}::uuid`;
  return build.execute<{ data: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'account', jsonb_build_object('id', u.id, 'email', u.email, 'emailConfirmedAt', u.email_verified_at,
        'invitedAt', u.invited_at, 'createdAt', u.created_at, 'updatedAt', u.updated_at,
        'hasPassword', u.password_hash is not null, 'metadata', u.user_metadata),
      'profile', (select jsonb_build_object('fullName', p.full_name, 'role', p.role,
          'theme', p.theme, 'textSize', p.text_size, 'typeface', p.typeface) from ${profiles} p where p.${own}),
      'sessions', ${listOf(
        sql`jsonb_build_object('createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at,
          'endedAt', s.revoked_at, 'address', s.address, 'device', s.user_agent, 'shown', s.amr) order by s.created_at desc`,
        sql`${sessions} s where s.${own}`,
      )},
      'signInWays', jsonb_build_object(
        'providers', ${listOf(
          sql`jsonb_build_object('provider', i.provider, 'id', i.provider_id, 'email', i.data -> 'email',
            'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at) order by i.created_at`,
          sql`${identities} i where i.${own}`,
        )},
        'secondFactors', ${listOf(
          sql`jsonb_build_object('type', f.type, 'name', f.name, 'status', f.status, 'createdAt', f.created_at)
            order by f.created_at`,
          sql`${mfaFactors} f where f.${own}`,
        )},
        'recoveryCodesLeft', (select count(*) from ${recoveryCodes} c where c.${own} and c.spent_at is null)),
      'readingList', ${listOf(
        sql`jsonb_build_object('title', a.title, 'slug', a.slug, 'savedAt', r.saved_at) order by r.saved_at desc`,
        sql`${readingList} r join ${articles} a on a.id = r.article_id
          and a.status = 'published' and a.deleted_at is null where r.${own}`,
      )},
      'newsletter', (select jsonb_build_object('email', l.email, 'status', l.status, 'frequency', l.frequency,
          'source', l.source, 'subscribedAt', l.created_at, 'confirmedAt', l.confirmed_at,
          'unsubscribedAt', l.unsubscribed_at)
        from ${leads} l where lower(l.email) = lower(u.email) and u.email_verified_at is not null),
      'articlesWritten', ${listOf(
        sql`jsonb_build_object('title', a.title, 'slug', a.slug, 'status', a.status, 'createdAt', a.created_at)
          order by a.created_at desc`,
        sql`${articles} a where a.owner_id = ${userId}::uuid`,
      )},
      'unsavedTexts', ${listOf(
        sql`jsonb_build_object('fields', d.fields, 'keptAt', d.saved_at) order by d.saved_at desc`,
        sql`${articleDrafts} d where d.${own}`,
      )},
      'actions', ${listOf(
        sql`jsonb_build_object('at', n.at, 'event', n.event, 'subject', n.subject, 'address', n.address,
          'details', n.details) order by n.at desc, n.id desc`,
        sql`(select * from ${auditLog} where actor_id = ${userId}::uuid order by at desc limit ${MOST_LINES}) n`,
      )}) as data
    from ${users} u where u.id = ${userId}::uuid`);
}
