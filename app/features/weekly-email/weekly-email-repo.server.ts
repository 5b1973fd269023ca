// SQL for the Monday email. Reads only totals; the seven days end before `week`.
import { profiles, users } from 'db/schema/accounts';
import { articles } from 'db/schema/articles';
import { readingDays, readingHours, readingTotals, weeklyEmails } from 'db/schema/readership';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { MIN_VIEWS, type ReaderWeek, type WeekFigures } from './weekly-email';

type Rows<List extends readonly unknown[]> = Record<string, unknown> & List[number];

const TOP = 5;
const OTHERS = 3;

const isThisWeek = (week: string) => sql`d.day >= ${week}::date - 7 and d.day < ${week}::date`;
const inEitherWeek = (week: string) => sql`d.day >= ${week}::date - 14 and d.day < ${week}::date`;
const isShown = sql`is_public(a.status, a.deleted_at)`;

/** Whether the email of a week was started, and whether there is anything to report. */
export function selectWeekState(build: Build, week: string) {
  return build.execute<{ isStarted: boolean; hasViews: boolean }>(sql`
    select exists (select from ${weeklyEmails} where week = ${week}::date) as "isStarted",
      exists (select from ${readingHours} d where ${isThisWeek(week)} and d.views > 0) as "hasViews"`);
}

/** Returns a row unless another trigger has started the email of this week. */
export function insertWeek(build: Build, week: string) {
  return build
    .insert(weeklyEmails)
    .values({ week })
    .onConflictDoNothing()
    .returning({ week: weeklyEmails.week });
}

export function selectWeekTotal(build: Build, week: string) {
  const sumOf = (column: string, weekday: string) =>
    sql`coalesce(sum(d.${sql.raw(column)}) filter (where d.day ${sql.raw(weekday)} ${week}::date - 7), 0)::float8`;
  return build.execute<Record<string, unknown> & WeekFigures>(sql`
    select ${sumOf('views', '>=')} as views, ${sumOf('engaged_seconds', '>=')} as "engagedSeconds",
      ${sumOf('sign_ups', '>=')} as "signUps", ${sumOf('sign_ups', '<')} as "signUpsBefore"
    from ${readingHours} d where ${inEitherWeek(week)}`);
}

export function selectTop(build: Build, week: string) {
  return build.execute<Rows<ReaderWeek['top']>>(sql`
    select a.title, a.slug, f.views, f.engaged as "engagedSeconds"
    from (
      select d.article_id, sum(d.views)::float8 as views, sum(d.engaged_seconds)::float8 as engaged
      from ${readingDays} d where ${isThisWeek(week)} group by d.article_id having sum(d.views) > 0
    ) as f join ${articles} a on a.id = f.article_id and ${isShown}
    order by f.engaged desc, f.views desc, a.id limit ${TOP}::int`);
}

/** New articles are left out: they had no week before. */
export function selectGrown(build: Build, week: string) {
  return build.execute<Rows<ReaderWeek['grown']>>(sql`
    select a.title, a.slug, f.views, f.before
    from (
      select d.article_id, coalesce(sum(d.views) filter (where d.day >= ${week}::date - 7), 0)::float8 as views,
        coalesce(sum(d.views) filter (where d.day < ${week}::date - 7), 0)::float8 as before
      from ${readingDays} d where ${inEitherWeek(week)} group by d.article_id
    ) as f join ${articles} a on a.id = f.article_id and ${isShown}
    where f.before > 0 and f.views > f.before order by f.views - f.before desc, a.id limit ${OTHERS}::int`);
}

/**
 * Articles of which fewer than a quarter of the views reached the last quarter. Views that report no progress are left out:
 * those of browsers that ask not to be tracked, and of members-only articles.
 */
export function selectLeftEarly(build: Build, week: string) {
  return build.execute<Rows<ReaderWeek['leftEarly']>>(sql`
    select a.title, a.slug, f.views, f.finished
    from (
      select d.article_id, sum(d.views)::float8 as views, sum(d.quarter4)::float8 as finished
      from ${readingTotals} d where ${isThisWeek(week)} and d.article_id is not null and d.source_kind <> 'unknown'
      group by d.article_id having sum(d.views) >= ${MIN_VIEWS}::int and sum(d.quarter4) * 4 < sum(d.views)
    ) as f join ${articles} a on a.id = f.article_id and ${isShown} and not a.members_only
    order by f.finished / f.views, f.views desc, a.id limit ${OTHERS}::int`);
}

/** Verified addresses of editors and admins whose account is not suspended. */
export function selectRecipients(build: Build, now: Date) {
  return build.execute<{ email: string }>(sql`
    select u.email from ${users} u join ${profiles} p on p.user_id = u.id
    where p.role in ('editor', 'admin') and u.email is not null and u.email_verified_at is not null
      and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)
    order by u.created_at, u.id`);
}
