// SQL for newsletter issues: their content, state and statistics.
import { authorText } from 'db/article-authors';
import { foundArticles } from 'db/found-articles';
import { isPublic } from 'db/public-articles';
import { ads } from 'db/schema/ads';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { leads } from 'db/schema/leads';
import { newsletterClicks, newsletterDeliveries, newsletterIssues } from 'db/schema/newsletter';
import { mostRead } from 'db/schema/readership';
import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { DeliveryCounts, IssueInput } from './issue';

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

const articleColumns = {
  id: articles.id,
  title: articles.title,
  slug: articles.slug,
  summary: articles.summary,
  author: authorText(),
  readTime: articles.readTime,
  imageUrl: articles.imageUrl,
  imageAlt: articles.imageAlt,
  publishedAt: articles.firstPublishedAt,
  categoryName: categories.name,
  categorySlug: categories.slug,
};

/** Articles that no sent issue contains. */
const isNew = sql`not exists (select 1 from ${newsletterIssues} i where i.status <> 'draft'
  and i.article_ids @> array[${articles.id}])`;

/**
 * Articles first published in the range and not sent yet: featured first, then popular (chosen before computed), then newest. The
 * range begins with the previous issue if that was sent earlier, at most three weeks before `from`, so that an issue that was sent
 * early or left out skips no article. The hour covers articles that were being saved while the previous issue was composed.
 */
export function selectWeek(build: Build, { from, to }: { from: Date; to: Date }, limit: number) {
  const since = sql`least(${moment(from)}, (
    select greatest(max(i.started_at) - interval '1 hour', ${moment(from)} - interval '21 days') from ${newsletterIssues} i
    where i.status <> 'draft' having max(i.started_at) is not null))`;
  return build
    .select(articleColumns)
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(
      and(
        isPublic,
        sql`${articles.firstPublishedAt} > ${since} and ${articles.firstPublishedAt} <= ${moment(to)}`,
        isNew,
      ),
    )
    .orderBy(
      desc(articles.isFeatured),
      desc(articles.isPopular),
      desc(sql`${articles.id} in (select m.article_id from ${mostRead} m where m.is_popular)`),
      desc(articles.firstPublishedAt),
      asc(articles.id),
    )
    .limit(limit);
}

/** The public articles of a list, unordered. */
export function selectPicked(build: Build, ids: readonly string[]) {
  return build
    .select(articleColumns)
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(and(isPublic, ids.length > 0 ? inArray(articles.id, [...ids]) : sql`false`));
}

/** The newest public articles, for the article picker. */
export function selectNewestForIssue(build: Build, limit: number) {
  return build
    .select(articleColumns)
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(isPublic)
    .orderBy(desc(articles.firstPublishedAt), asc(articles.id))
    .limit(limit);
}

/** The articles that a search finds, best first. */
export function selectFoundForIssue(build: Build, text: string, limit: number) {
  return build
    .select(articleColumns)
    .from(articles)
    .innerJoin(sql`${foundArticles(text, limit)} as found`, sql`found.id = ${articles.id}`)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .orderBy(sql`found.place`);
}

/** Active CTAs with a button link, newest first. */
export function selectCtas(build: Build) {
  return build
    .select({
      id: ctas.id,
      title: ctas.title,
      body: ctas.body,
      label: ctas.buttonLabel,
      link: ctas.buttonLink,
      isGlobal: sql<boolean>`${ctas.categoryId} is null`,
    })
    .from(ctas)
    .where(and(eq(ctas.active, true), ne(ctas.buttonLink, '')))
    .orderBy(desc(ctas.createdAt), asc(ctas.id))
    .limit(100);
}

/**
 * Active ads with a link and a JPEG, PNG or GIF image, highest priority first. Few email clients show WebP and AVIF, and there is
 * no uncropped JPEG copy.
 */
export function selectEmailAds(build: Build) {
  return build
    .select({ id: ads.id, name: ads.name, image: ads.imageUrl, link: ads.linkUrl })
    .from(ads)
    .where(
      and(
        eq(ads.active, true),
        sql`coalesce(${ads.imageUrl}, '') <> '' and coalesce(${ads.linkUrl}, '') <> ''`,
        sql`${ads.imageUrl} !~* '[.](webp|avif)($|[?#])'`,
        sql`coalesce(${ads.startsAt}, now()) <= now() and coalesce(${ads.endsAt}, 'infinity') > now()`,
      ),
    )
    .orderBy(desc(ads.priority), asc(ads.createdAt), asc(ads.id))
    .limit(100);
}

export function countReaders(build: Build) {
  return build.select({ readers: count() }).from(leads).where(eq(leads.status, 'confirmed'));
}

const issueColumns = {
  id: newsletterIssues.id,
  day: newsletterIssues.issueDate,
  status: newsletterIssues.status,
  subject: newsletterIssues.subject,
  intro: newsletterIssues.intro,
  articleIds: newsletterIssues.articleIds,
  cta: newsletterIssues.cta,
  ad: newsletterIssues.ad,
  onSchedule: newsletterIssues.onSchedule,
  content: newsletterIssues.content,
  jobId: newsletterIssues.jobId,
  startedAt: newsletterIssues.startedAt,
  sentAt: newsletterIssues.sentAt,
  nextRoundAt: newsletterIssues.nextRoundAt,
  version: sql<string>`${newsletterIssues.updatedAt}::text`,
};

export function selectIssue(build: Build, id: string) {
  return build.select(issueColumns).from(newsletterIssues).where(eq(newsletterIssues.id, id));
}

/** Subquery for the id of the job that sends or sent the issue. */
export const jobOfIssue = (id: string) =>
  sql`select i.job_id from ${newsletterIssues} i where i.id = ${id}::uuid`;

export function selectIssueOfDay(build: Build, day: string) {
  return build.select(issueColumns).from(newsletterIssues).where(eq(newsletterIssues.issueDate, day));
}

/** Delivery counts of the row `i`: counted while sending, read from the row afterwards. */
const COUNTS = sql`select i.sent_count + coalesce(c.sent, 0) as sent, coalesce(c.sending, 0) as sending,
    i.failed_count + coalesce(c.failed, 0) as failed, i.skipped_count + coalesce(c.skipped, 0) as skipped,
    (select count(*)::int from ${newsletterDeliveries} d where d.issue_id = i.id and d.unsubscribed_at is not null)
      as unsubscribed
  from (select 1) one left join lateral (
    select count(*) filter (where d.status = 'sent')::int as sent,
      count(*) filter (where d.status = 'sending')::int as sending,
      count(*) filter (where d.status = 'failed')::int as failed,
      count(*) filter (where d.status = 'skipped')::int as skipped
    from ${newsletterDeliveries} d where d.issue_id = i.id and i.status = 'sending') c on true`;

export function selectDeliveryCounts(build: Build, issueId: string) {
  return build.execute<Record<string, unknown> & DeliveryCounts>(sql`
    select c.* from ${newsletterIssues} i cross join lateral (${COUNTS}) c where i.id = ${issueId}::uuid`);
}

/** Failure reasons, most frequent first. */
export function selectReasons(build: Build, issueId: string) {
  return build.execute<{ reason: string; emails: number }>(sql`
    select coalesce(d.reason, 'For an unknown reason') as reason, count(*)::int as emails
    from ${newsletterDeliveries} d where d.issue_id = ${issueId}::uuid and d.status = 'failed'
    group by 1 order by 2 desc, 1 limit 5`);
}

export type ListedIssue = Record<string, unknown> &
  DeliveryCounts & {
    id: string;
    day: string;
    status: 'draft' | 'sending' | 'sent';
    subject: string;
    onSchedule: boolean;
  };

/** One page of issues, newest first, with delivery counts. */
export function selectIssues(build: Build, limit: number, offset: number) {
  return build.execute<ListedIssue>(sql`
    select i.id, i.issue_date::text as day, i.status, i.on_schedule as "onSchedule",
      coalesce(i.content->>'subject', i.subject) as subject, c.*
    from (select * from ${newsletterIssues} order by issue_date desc limit ${limit}::int offset ${offset}::int) i
    cross join lateral (${COUNTS}) c order by i.issue_date desc`);
}

const isUpcoming = sql`${newsletterIssues.issueDate} >= current_date - 1`;

export function selectUpcomingDrafts(build: Build) {
  const { id, issueDate: day, onSchedule, status } = newsletterIssues;
  return build
    .select({ id, day, onSchedule })
    .from(newsletterIssues)
    .where(and(isUpcoming, eq(status, 'draft')));
}

/** The number of issues, and the upcoming days (comma-separated): those with an issue, and those whose issue is no draft. */
export function countIssues(build: Build) {
  const { status, issueDate } = newsletterIssues;
  const days = sql`string_agg(${issueDate}::text, ',')`;
  return build
    .select({
      total: count(),
      takenDays: sql<string | null>`${days} filter (where ${isUpcoming})`,
      sentDays: sql<string | null>`${days} filter (where ${isUpcoming} and ${status} <> 'draft')`,
    })
    .from(newsletterIssues);
}

export function selectClicks(build: Build, issueId: string) {
  return build
    .select({ link: newsletterClicks.link, clicks: newsletterClicks.clicks })
    .from(newsletterClicks)
    .where(eq(newsletterClicks.issueId, issueId));
}

/** More than ten years of weekly issues. */
const MAX_ARCHIVED = 600;

/** Newest first. Includes issues being sent, because their emails link to the archive. */
export function selectArchive(build: Build) {
  return build.execute<{ day: string; subject: string; titles: string[] }>(sql`
    select i.issue_date::text as day, i.content->>'subject' as subject,
      coalesce((select array_agg(a->>'title') from jsonb_array_elements(i.content->'articles') a), '{}') as titles
    from ${newsletterIssues} i where i.status <> 'draft' order by i.issue_date desc limit ${MAX_ARCHIVED}::int`);
}

export function selectArchived(build: Build, day: string) {
  return build
    .select({ content: newsletterIssues.content })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.issueDate, day), ne(newsletterIssues.status, 'draft')));
}

/** Increments the click count if the issue was sent and `condition` holds. */
export function countClick(build: Build, day: string, link: number, condition: SQL) {
  return build.execute(sql`
    insert into ${newsletterClicks} (issue_id, link, clicks)
    select i.id, ${link}::int, 1 from ${newsletterIssues} i where i.issue_date = ${day}::date and i.status <> 'draft'
      and ${condition}
    on conflict (issue_id, link) do update set clicks = newsletter_clicks.clicks + 1`);
}

export function insertDraft(build: Build, day: string, intro: string) {
  return build
    .insert(newsletterIssues)
    .values({ issueDate: day, intro })
    .returning({ id: newsletterIssues.id });
}

export function updateDraft(build: Build, id: string, input: IssueInput) {
  return build
    .update(newsletterIssues)
    .set({ ...input, updatedAt: sql`clock_timestamp()` })
    .where(eq(newsletterIssues.id, id));
}

export function deleteIssueDraft(build: Build, id: string) {
  return build.delete(newsletterIssues).where(eq(newsletterIssues.id, id));
}
