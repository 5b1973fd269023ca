// Page views in tests: posts what browsers report, and recounts the log.
import type pg from 'pg';
import { findPageView, writePageView } from '~/features/readership/tracking/page-view-tokens.server';
import type { ReportedOutcome } from '~/features/readership/tracking/reading-event';
import { BROWSER, post, TOKENS } from './ads';
import type { Site } from './site/site';

export const READERSHIP_TABLES =
  'reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading, reading_drops, most_read, settings';

interface Arrival {
  /** That of the view; the browser's choice. */
  id?: string;
  referrer?: string;
  search?: string;
  isInternal?: boolean;
  userAgent?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** Opens a view and returns its token; null if there is nothing to report. */
export async function startView(site: Site, path: string, arrival: Arrival = {}): Promise<string | null> {
  const {
    id = crypto.randomUUID(),
    referrer = '',
    search = '',
    isInternal = false,
    userAgent,
    address,
    headers,
  } = arrival;
  const view = { id, path, referrer, search, isInternal };
  const answer = await post(site, '/api/views', view, userAgent, address, headers);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string | null }).token;
}

/** The same view's token, as if the view had begun `seconds` earlier. The site needs `AUTH_JWT_SECRET: ADS_SECRET`. */
export async function backdateView(token: string | null, seconds: number): Promise<string> {
  const view = await findPageView({ tokens: TOKENS, clock: { now: () => new Date() } }, token ?? '');
  if (!view) throw new Error('Not a token of a page view.');
  return writePageView({ tokens: TOKENS }, { ...view, startedAt: view.startedAt - seconds * 1000 });
}

interface Progress {
  seconds?: number;
  quarter?: number;
  outcomes?: [ReportedOutcome, string][];
}

export function report(
  site: Site,
  token: string,
  { seconds = 0, quarter = 0, outcomes = [] }: Progress,
  address?: string,
): Promise<Response> {
  return post(site, '/api/reading', { token, seconds, quarter, outcomes }, BROWSER, address);
}

const FIGURES = `sum(views)::int as views, sum(engaged_seconds)::int as seconds, sum(quarter1)::int as q1,
  sum(quarter2)::int as q2, sum(quarter3)::int as q3, sum(quarter4)::int as q4`;
const RECOUNTED = `count(*)::int as views, sum(engaged_seconds)::int as seconds,
  (count(*) filter (where quarter >= 1))::int as q1, (count(*) filter (where quarter >= 2))::int as q2,
  (count(*) filter (where quarter >= 3))::int as q3, (count(*) filter (where quarter >= 4))::int as q4`;

/** Each kind of total with a recount of the log, which must be equal. */
export async function recount(db: pg.Client): Promise<{ name: string; totals: unknown[]; log: unknown[] }[]> {
  const pairs: [name: string, totals: string, log: string][] = [
    [
      'by article, source and device',
      `select day, page, article_id, source_kind, source, device, ${FIGURES}, sum(readers)::int as readers from reading_totals
       where views > 0 group by 1, 2, 3, 4, 5, 6`,
      `select day, page, article_id, source_kind, source, device, ${RECOUNTED},
         (count(*) filter (where is_first_of_article))::int as readers from page_views group by 1, 2, 3, 4, 5, 6`,
    ],
    [
      'by article and day',
      `select day, article_id, ${FIGURES}, sum(readers)::int as readers from reading_days where views > 0 group by 1, 2`,
      `select day, article_id, ${RECOUNTED}, (count(*) filter (where is_first_of_article))::int as readers
       from page_views where article_id is not null group by 1, 2`,
    ],
    [
      'by hour',
      `select day, hour, ${FIGURES}, sum(article_views)::int as articles, sum(readers)::int as readers from reading_hours
       where views > 0 group by 1, 2`,
      `select day, hour, ${RECOUNTED}, count(article_id)::int as articles, (count(*) filter (where is_first))::int as readers
       from page_views group by 1, 2`,
    ],
    [
      'by property',
      `select day, kind, name, sum(views)::int as views, sum(engaged_seconds)::int as seconds from reading_groups
       where views > 0 group by 1, 2, 3`,
      `select day, g.kind, g.name, count(*)::int as views, sum(engaged_seconds)::int as seconds from page_views v, lateral (
         values ('source', source_kind || chr(9) || source), ('device', device), ('country', country), ('page', page)
         union all select case when source_kind in ('campaign', 'newsletter') then source_kind else 'referrer' end,
           source_kind || chr(9) || source where source_kind <> 'internal'
         union all select 'category', coalesce(category_id::text, '') from articles a where a.id = v.article_id
         union all select 'author', coalesce(author_id::text, '') from articles a where a.id = v.article_id
         union all select 'tag', tag_id::text from article_tags t where t.article_id = v.article_id) as g (kind, name)
       group by 1, 2, 3`,
    ],
    [
      'of calls to action',
      'select day, cta_id, article_id, views, clicks, sign_ups from cta_days',
      `select day, target as cta_id, article_id, (count(*) filter (where kind = 'cta_view'))::int as views,
         (count(*) filter (where kind = 'cta_click'))::int as clicks, (count(*) filter (where kind = 'signed'))::int as sign_ups
       from (
         select day, target, article_id, kind from reading_outcomes where kind in ('cta_view', 'cta_click')
         union all select s.day, c.target, c.article_id, 'signed' from reading_outcomes s
           join reading_outcomes c on c.view_id = s.view_id and c.kind = 'cta_view' where s.kind = 'sign_up') as o
       group by 1, 2, 3`,
    ],
    [
      'outcomes of articles',
      `select day, article_id, sign_ups, saves, shares, cta_clicks from reading_days
       where sign_ups + saves + shares + cta_clicks > 0`,
      `select day, article_id, (count(*) filter (where kind = 'sign_up'))::int as sign_ups,
         (count(*) filter (where kind = 'save'))::int as saves, (count(*) filter (where kind = 'share'))::int as shares,
         (count(*) filter (where kind = 'cta_click'))::int as cta_clicks
       from reading_outcomes where article_id is not null and kind in ('sign_up', 'save', 'share', 'cta_click') group by 1, 2`,
    ],
    [
      'last 7, 28 and 90 days',
      `select article_id, views, engaged_seconds::int as seconds, views_7, engaged_7::int, views_28, engaged_28::int, views_90,
         engaged_90::int
       from article_reading where views > 0`,
      `select article_id, count(*)::int as views, sum(engaged_seconds)::int as seconds,
         (count(*) filter (where day > today - 7))::int as views_7,
         coalesce(sum(engaged_seconds) filter (where day > today - 7), 0)::int as engaged_7,
         (count(*) filter (where day > today - 28))::int as views_28,
         coalesce(sum(engaged_seconds) filter (where day > today - 28), 0)::int as engaged_28,
         (count(*) filter (where day > today - 90))::int as views_90,
         coalesce(sum(engaged_seconds) filter (where day > today - 90), 0)::int as engaged_90
       from page_views, (select magazine_day(now(), magazine_zone()) as today) as t where article_id is not null group by 1`,
    ],
  ];
  const sorted = async (query: string) =>
    (await db.query(query)).rows.map((row) => JSON.stringify(row)).sort();
  const compared = [];
  for (const [name, totals, log] of pairs)
    compared.push({ name, totals: await sorted(totals), log: await sorted(log) });
  return compared;
}

const DAYS_AGO = `(select magazine_day(now(), magazine_zone()) - $1::int)`;

/** Adds totals of an article's views on a day, as `count_reading` would. All views are of one source and device. */
export async function addReadingTotals(
  db: pg.Client,
  articleId: string,
  daysAgo: number,
  figures: { views?: number; seconds?: number; finished?: number; signUps?: number; source?: string },
): Promise<void> {
  const { views = 0, seconds = 0, finished = 0, signUps = 0, source = 'direct' } = figures;
  const values = [daysAgo, articleId, views, seconds, finished, signUps];
  await db.query(
    `insert into reading_days as d (day, article_id, views, engaged_seconds, quarter4, sign_ups)
     values (${DAYS_AGO}, $2, $3, $4, $5, $6)
     on conflict (article_id, day) do update set views = d.views + excluded.views,
       engaged_seconds = d.engaged_seconds + excluded.engaged_seconds, quarter4 = d.quarter4 + excluded.quarter4,
       sign_ups = d.sign_ups + excluded.sign_ups`,
    values,
  );
  await db.query(
    `insert into reading_totals as d (day, page, article_id, source_kind, source, device, views, engaged_seconds, quarter4, sign_ups)
     values (${DAYS_AGO}, 'article', $2, $7, '', 'phone', $3, $4, $5, $6)`,
    [...values, source],
  );
  const sums = [7, 28, 90]
    .filter((days) => daysAgo < days)
    .map((days) => `views_${days} = views_${days} + $2, engaged_${days} = engaged_${days} + $3`);
  if (sums.length > 0)
    await db.query(`update article_reading set ${sums.join(', ')} where article_id = $1`, [
      articleId,
      views,
      seconds,
    ]);
  await db.query(
    `insert into reading_hours as d (day, hour, views, article_views, engaged_seconds, sign_ups)
     values (${DAYS_AGO}, 12, $2, $2, $3, $4)
     on conflict (day, hour) do update set views = d.views + excluded.views, article_views = d.article_views + excluded.article_views,
       engaged_seconds = d.engaged_seconds + excluded.engaged_seconds, sign_ups = d.sign_ups + excluded.sign_ups`,
    [daysAgo, views, seconds, signUps],
  );
}
