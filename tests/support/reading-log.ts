// A log of page views for the tests of the readership report.
import { expect, vi } from 'vitest';
import { addArticle } from './factory';
import type { Site } from './site/site';

export const READING_TABLES =
  'reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading, reading_drops, settings, webhook_keys, auth_throttle';

/** Counts the waiting events. */
export async function countReadingNow(site: Site): Promise<void> {
  await site.send({ v: 1, type: 'reading-beacons' });
  await vi.waitFor(
    async () => expect((await site.db.query('select id from reading_beacons')).rows).toEqual([]),
    { timeout: 50_000, interval: 50 },
  );
}

/** 1,200 views of seven articles and the home page over 120 days, from several sources, with progress and sign-ups. */
export async function addReadingLog(site: Site): Promise<void> {
  for (let n = 0; n < 7; n += 1)
    await addArticle(site.db, {
      title: `Story ${n}`,
      slug: `story-${n}`,
      author: n % 2 ? 'Dana Whitfield' : 'Sam Ode',
      category: n % 3 ? 'tools' : 'people',
      tags: n % 2 ? ['billing'] : ['billing', 'intake'],
    });
  await site.db.query(`
    insert into reading_beacons (view_id, kind, data, created_at)
    select md5('view ' || n)::uuid, 'view', jsonb_build_object('page', case when a.id is null then 'home' else 'article' end,
      'article', a.id, 'sourceKind', s.kind, 'source', s.name, 'device', (array['phone', 'desktop', ''])[n % 3 + 1],
      'country', (array['US', 'DE', ''])[n * 5 % 3 + 1], 'reader', case when n % 5 > 0 then 'reader ' || n % 97 end),
      now() - make_interval(mins => n * n / 8)
    from generate_series(1, 1200) n left join articles a on a.slug = 'story-' || (n * 7 % 11) join (values (0, 'referral', 'news.example'),
      (1, 'direct', ''), (2, 'internal', ''), (3, 'campaign', 'linkedin / social / fall'), (4, 'newsletter', '2026-11-24/1'),
      (5, 'referral', '=cmd.example')) as s (place, kind, name) on s.place = n % 6`);
  await site.db.query(`
    insert into reading_beacons (view_id, kind, data, created_at)
    select view_id, 'progress', jsonb_build_object('seconds', n * 7919 % 400, 'quarter', n * 31 % 5, 'outcomes', '[]'::jsonb), created_at
    from (select view_id, created_at, row_number() over (order by id) as n from reading_beacons) as v`);
  await site.db.query(`
    insert into reading_beacons (view_id, kind, data, created_at)
    select view_id, 'sign_up', jsonb_build_object('form', 'footer', 'article', data ->> 'article'), created_at
    from reading_beacons where kind = 'view' and id % 9 = 0`);
  await countReadingNow(site);
}
