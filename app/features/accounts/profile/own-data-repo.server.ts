// SQL for the data export of one user. Leaves out hashes, secrets and keys.
import { oneTimeTokens, profiles, sessions, users } from 'db/schema/accounts';
import { articleDrafts, articleRevisions, articleTemplates } from 'db/schema/article-history';
import { articles, authors } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { jobs } from 'db/schema/jobs';
import { leads } from 'db/schema/leads';
import { media } from 'db/schema/media';
import { newsletterDeliveries, newsletterIssues } from 'db/schema/newsletter';
import { readingList } from 'db/schema/reading-list';
import { identities, mfaFactors, recoveryCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Limit per list of audit log entries. Long-time admins have more. */
const MAX_LINES = 10_000;

const listOf = (line: SQL, from: SQL) => sql`(select coalesce(jsonb_agg(${line}), '[]') from ${from})`;
const isPublic = sql`status = 'published' and a.deleted_at is null`;

/** Audit events about the account itself, which contain no admin data. */
const OF_ACCOUNTS = '^(signed|sign_in|token|password|reset|user|factor|recovery|identity)_';

interface DataOwner {
  userId: string;
  /** Empty for an account without an address. */
  email: string;
  /** Whether the user may enter the admin now. */
  isStaff: boolean;
  /** Whether the user may see the drafts that they wrote. */
  isWriter: boolean;
  /** Whether the user may also see articles by others. */
  seesAllArticles: boolean;
}

/** No row if the account no longer exists. */
export function selectOwnData(
  build: Build,
  { userId, email, isStaff, isWriter, seesAllArticles }: DataOwner,
) {
  const own = sql`user_id = ${userId}::uuid`;
  const staff = sql`${isStaff}::boolean`;
  const writer = sql`${isWriter}::boolean`;
  // `ilike` uses the trigram index of this large table.
  const aboutThem = sql`subject ilike ${email.replace(/[\\%_]/g, '\\$&')}`;
  const all = sql`${seesAllArticles}::boolean`;
  const isTheirs = sql`owner_id = ${userId}::uuid`;
  const aboutTheirArticle = sql`(${writer} and n.event ~ '^(article|preview)_'
    and n.details->>'id' in (select a.id::text from ${articles} a where a.${isTheirs}))`;
  const isVisible = sql`(${all} or ${aboutTheirArticle}
    or (n.event ~ ${OF_ACCOUNTS} and (n.subject is null or n.${aboutThem})))`;
  return build.execute<{ data: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'account', jsonb_build_object('id', u.id, 'email', u.email, 'emailConfirmedAt', u.email_verified_at,
        'invitedAt', u.invited_at, 'createdAt', u.created_at, 'updatedAt', u.updated_at, 'disabledUntil', u.banned_until,
        'hasPassword', u.password_hash is not null, 'metadata', u.user_metadata),
      'profile', (select jsonb_build_object('fullName', p.full_name, 'role', p.role,
          'theme', p.theme, 'textSize', p.text_size, 'typeface', p.typeface) from ${profiles} p where p.${own}),
      'authorProfile', (select jsonb_build_object('name', au.name, 'slug', au.slug, 'role', au.role, 'bio', au.bio,
          'image', au.image_url, 'links', to_json(au.links)) from ${authors} au where au.${own}),
      'sessions', ${listOf(
        sql`jsonb_build_object('createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'expiresAt', s.expires_at,
          'endedAt', s.revoked_at, 'address', s.address, 'device', s.user_agent, 'shown', s.amr) order by s.created_at desc`,
        sql`${sessions} s where s.${own}`,
      )},
      'signInWays', jsonb_build_object(
        'providers', ${listOf(
          sql`jsonb_build_object('provider', i.provider, 'id', i.provider_id, 'email', i.data -> 'email', 'said', i.data,
            'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at) order by i.created_at`,
          sql`${identities} i where i.${own}`,
        )},
        'secondFactors', ${listOf(
          sql`jsonb_build_object('type', f.type, 'name', f.name, 'status', f.status, 'createdAt', f.created_at,
            'lastAskedAt', f.last_challenged_at) order by f.created_at`,
          sql`${mfaFactors} f where f.${own}`,
        )},
        'recoveryCodesLeft', (select count(*) from ${recoveryCodes} c where c.${own} and c.spent_at is null)),
      'mailedLinks', ${listOf(
        sql`jsonb_build_object('for', t.purpose, 'newEmail', t.new_email, 'sentAt', t.created_at,
          'expiresAt', t.expires_at, 'usedAt', t.spent_at) order by t.created_at desc`,
        sql`${oneTimeTokens} t where t.${own}`,
      )},
      'readingList', ${listOf(
        sql`jsonb_build_object('title', a.title, 'slug', a.slug, 'savedAt', r.saved_at) order by r.saved_at desc`,
        sql`${readingList} r join ${articles} a on a.id = r.article_id and a.${isPublic} where r.${own}`,
      )},
      'newsletter', (select jsonb_build_object('email', l.email, 'status', l.status, 'frequency', l.frequency,
          'source', l.source, 'subscribedAt', l.created_at, 'confirmedAt', l.confirmed_at,
          'unsubscribedAt', l.unsubscribed_at, 'articleId', l.article_id, 'cameFrom', l.won_kind,
          'cameFromName', l.won_from, 'letters', ${listOf(
            sql`jsonb_build_object('issue', n.issue_date, 'status', d.status, 'at', d.created_at) order by d.created_at desc`,
            sql`${newsletterDeliveries} d join ${newsletterIssues} n on n.id = d.issue_id where d.lead_id = l.id`,
          )})
        from ${leads} l where lower(l.email) = lower(u.email) and u.email_verified_at is not null),
      'articlesWritten', ${listOf(
        sql`jsonb_build_object('title', a.title, 'slug', a.slug, 'status', a.status, 'createdAt', a.created_at)
          order by a.created_at desc`,
        sql`${articles} a where a.${isTheirs} and (${writer} or (a.${isPublic}))`,
      )},
      'unsavedTexts', ${listOf(
        sql`jsonb_build_object('fields', d.fields, 'keptAt', d.saved_at) order by d.saved_at desc`,
        sql`${articleDrafts} d where d.${own} and ${writer} and (${all} or d.article_id is null
          or exists (select from ${articles} a where a.id = d.article_id and a.${isTheirs}))`,
      )},
      'versionsSaved', ${listOf(
        sql`jsonb_build_object('article', a.title, 'version', v.version, 'at', v.created_at) order by v.created_at desc`,
        sql`(select * from ${articleRevisions} where actor_id = ${userId}::uuid and ${writer}
          order by id desc limit ${MAX_LINES}) v
          join ${articles} a on a.id = v.article_id and (${all} or a.${isTheirs} or (a.${isPublic}))`,
      )},
      'templatesSaved', ${listOf(
        sql`jsonb_build_object('name', t.name, 'savedAt', t.created_at) order by t.created_at desc`,
        sql`${articleTemplates} t where t.created_by = ${userId}::uuid and ${writer}`,
      )},
      'picturesAdded', ${listOf(
        sql`jsonb_build_object('name', m.name, 'description', m.alt, 'addedAt', m.created_at) order by m.created_at desc`,
        sql`${media} m where m.created_by = ${userId}::uuid and ${staff}`,
      )},
      'jobsStarted', ${listOf(
        sql`jsonb_build_object('kind', j.kind, 'at', j.created_at) order by j.created_at desc`,
        sql`${jobs} j where j.created_by = ${userId}::uuid and ${staff}`,
      )},
      'actions', ${listOf(
        sql`jsonb_build_object('at', n.at, 'event', n.event, 'subject', case when ${isVisible} then n.subject end,
          'address', n.address, 'details', case when ${isVisible} then n.details end) order by n.at desc, n.id desc`,
        sql`(select * from ${auditLog} where actor_id = ${userId}::uuid order by at desc limit ${MAX_LINES}) n`,
      )},
      'doneByOthers', ${listOf(
        sql`jsonb_build_object('at', n.at, 'event', n.event, 'details', n.details) order by n.at desc, n.id desc`,
        // A former owner of the address has entries under it too. Skip those.
        sql`(select * from ${auditLog} where ${aboutThem} and actor_id is distinct from ${userId}::uuid
          and (actor_id is null or not is_about_its_actor(event, details)) and at >= u.created_at
          and event ~ ${OF_ACCOUNTS} and ${email !== ''}::boolean order by at desc limit ${MAX_LINES}) n`,
      )}) as data
    from ${users} u where u.id = ${userId}::uuid`);
}
