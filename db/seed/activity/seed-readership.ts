// Inserts 90 days of page views that end yesterday, and credits the demo's leads to them. Nothing is random: each figure is
// derived from a hash. Removing the demo deletes all readership from before the day of the seed (features/demo).
import { sql } from 'drizzle-orm';
import type { SeedDatabase } from '../insert-demo';
import { DAYS } from './seed-ads';

/** A number from 0 to 1 for a text. */
const share = (text: string) => `((hashtextextended(${text}, 11) & 1048575) / 1048576.0)`;

/** Views of every page by day. Readers come on workdays, most of them to new articles. */
const PLACES = `
  select p.page, p.article, p.words, d.ago, d.day,
    p.weight * (array[0.45, 1.1, 1.4, 1.2, 1.1, 0.9, 0.4])[extract(dow from d.day)::int + 1] * (1.25 - d.ago * 0.006)
      * case when p.article is null then 1 else 0.6 + 7 * exp(-extract(epoch from d.day + 1 - p.since) / 86400 / 4) end as expected
  from (
    select 'article' as page, id as article, first_published_at at time zone magazine_zone() as since, read_time * 220 as words,
      0.7 + 5 * ${share('slug')} ^ 4 as weight
    from articles where is_public(status, deleted_at)
    union all
    select kind, null, null, 0, weight from (values ('home', 34.0), ('category', 16.0), ('search', 4.0), ('newsletter', 5.0),
      ('author', 3.0), ('tag', 3.0), ('page', 2.0)) as k (kind, weight)
  ) as p, (
    select ago, magazine_day($now, magazine_zone()) - ago as day from generate_series(1, ${DAYS}) as ago
  ) as d
  where p.since is null or p.since < d.day + 1`;

const VIEWS = `
  insert into reading_beacons (view_id, kind, data, created_at)
  select md5('view ' || key)::uuid, 'view', jsonb_build_object('page', page, 'article', article, 'sourceKind', source[1],
      'source', source[2], 'device', case when ${share("key || 'device'")} < 0.6 then 'desktop'
        when ${share("key || 'device'")} < 0.95 then 'phone' else 'tablet' end,
      'country', case when ${share("key || 'country'")} < 0.88 then 'US' when ${share("key || 'country'")} < 0.93 then 'CA'
        when ${share("key || 'country'")} < 0.96 then 'GB' else '' end,
      'reader', 'demo ' || day || floor(90 * ${share("key || 'reader'")} ^ 1.5)),
    -- Most people read in the morning.
    (day + make_interval(secs => 86340 * (0.28 + 0.62 * ${share("key || 'time'")} ^ 1.3))) at time zone magazine_zone()
  from (
    select v.*, case when page <> 'home' and pick < 0.42 then array['internal', ''] when pick < 0.58 then array['direct', '']
      when pick < 0.76 then array['referral', 'google.com'] when pick < 0.83 then array['referral', 'linkedin.com']
      when pick < 0.86 then array['referral', 'bing.com'] when pick < 0.88 then array['referral', 'duckduckgo.com']
      when pick < 0.91 then array['campaign', 'linkedin / social / owner-series']
      when issue is not null then array['newsletter',
        issue[1] || '/' || 1 + floor(issue[2]::int * ${share("key || 'link'")})]
      else array['direct', ''] end as source
    from (
      select p.*, concat_ws(' ', page, article, ago, n) as key, ${share("concat_ws(' ', page, article, ago, n, 'source')")} as pick,
        (select array[issue_date::text, jsonb_array_length(content -> 'articles')::text] from newsletter_issues i where i.status = 'sent' and p.day between i.issue_date and i.issue_date + 2) as issue
      from (${PLACES}) as p, generate_series(1, floor(expected + ${share("concat_ws(' ', page, article, ago)")})::int) as n
    ) as v
  ) as v`;

/** A third of the readers leave soon; the others stay as long as the text takes to read. */
const PROGRESS = `
  insert into reading_beacons (view_id, kind, data, created_at)
  select view_id, 'progress', jsonb_build_object('seconds', seconds, 'quarter', case when words = 0 then 0
      else least(4, floor(4.6 * least(1, seconds * 4.5 / words) + 0.35)) end,
      'outcomes', case when ${share("view_id || 'act'")} < 0.012 and words > 0 then '[["share", ""]]'::jsonb
        when ${share("view_id || 'act'")} < 0.02 and words > 0 then '[["save", ""]]'::jsonb
        when ${share("view_id || 'act'")} < 0.25 and words > 0 and cta is not null then jsonb_build_array(
          jsonb_build_array('cta_view', cta)) || case when ${share("view_id || 'act'")} < 0.045
          then jsonb_build_array(jsonb_build_array('cta_click', cta)) else '[]' end
        when page = 'search' then '[["search", ""]]'::jsonb else '[]' end),
    created_at + make_interval(secs => seconds)
  from (
    select b.view_id, b.created_at, b.data ->> 'page' as page, coalesce(a.read_time * 220, 0) as words,
      (select c.id from ctas c where c.active and (c.category_id is null or c.category_id = a.category_id)
        order by hashtextextended(c.id::text || b.view_id, 3) limit 1) as cta,
      case when ${share("b.view_id || 'stay'")} < 0.34 then 2 + floor(10 * ${share("b.view_id || 'stay'")} * 3)
        else floor(coalesce(a.read_time * 60, 40) * (0.15 + 1.15 * ${share("b.view_id || 'long'")} ^ 1.4)) end as seconds
    from reading_beacons b left join articles a on a.id = (b.data ->> 'article')::uuid
  ) as v`;

/** Each lead of a past day is credited to a view of an article on that day. */
const SIGN_UPS = `
  with views as (
    select *, row_number() over (partition by day order by id) as place, count(*) over (partition by day) as places
    from (
      select id, view_id, (data ->> 'article')::uuid as article, data ->> 'sourceKind' as kind, data ->> 'source' as source,
        magazine_day(created_at, magazine_zone()) as day
      from reading_beacons where kind = 'view' and data ->> 'article' is not null
    ) as v
  ), won as (
    update leads l set article_id = v.article, won_kind = v.kind, won_from = v.source from views v
    where v.day = magazine_day(l.created_at, magazine_zone()) and v.place = 1 + floor(v.places * ${share('l.email')})
    returning l.created_at, l.source, v.view_id, v.article
  )
  insert into reading_beacons (view_id, kind, data, created_at)
  select view_id, 'sign_up', jsonb_build_object('form', source, 'article', article), created_at from won`;

/** A fifth more clicks than views: some readers leave before the page has loaded. */
const CLICKS = `
  update newsletter_clicks c set clicks = least(i.sent_count, ceil(1.2 * coalesce((
    select sum(g.views) from reading_groups g where g.kind = 'source'
      and g.name = concat('newsletter', chr(9), i.issue_date, '/', c.link + 1)), 0)))
  from newsletter_issues i where i.id = c.issue_id`;

export async function insertReadership(db: SeedDatabase, now: Date): Promise<void> {
  await db.execute(sql.raw(VIEWS.replace('$now', `timestamptz '${now.toISOString()}'`)));
  for (const statement of [PROGRESS, SIGN_UPS]) await db.execute(sql.raw(statement));
  await db.execute(sql`select count_reading(1000000)`);
  await db.execute(sql`update page_views set reader = null`);
  await db.execute(sql.raw(CLICKS));
  await db.execute(sql`select refresh_most_read(5, 0)`);
}
