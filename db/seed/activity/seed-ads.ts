// Inserts the demo's ads with 90 days of counts, and its calls to action.
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { adPlacements, ads } from '../../schema/ads';
import { ctas } from '../../schema/ctas';
import { media } from '../../schema/media';
import type { SeedDatabase } from '../insert-demo';
import { imageAddress, type PutFile } from '../seed-images';
import { AD_FORMATS, DEMO_AD_FORMATS, DEMO_ADVERTISERS, DEMO_PLACEMENTS } from './advertisers';

/** Creatives are drawn at twice the slot's size. */
const SCALE = 2;
export const DAYS = 90;

const CREATIVES = DEMO_ADVERTISERS.flatMap((advertiser, index) =>
  DEMO_AD_FORMATS.map((format, place) => {
    const file = `${advertiser.key}-${format}.jpg`;
    // Upload keys contain a time. A fixed one keeps them the same in every run.
    const key = `article-images/ads/${Date.UTC(2026, 0, 1, index, place)}.jpg`;
    return { advertiser, format, file, key };
  }),
);

const readCreative = (file: string) => readFileSync(new URL(`./creatives/${file}`, import.meta.url));

/** Stores the creatives. Running it again overwrites the same keys with the same bytes. */
export async function storeCreatives(putFile: PutFile): Promise<void> {
  for (const { file, key } of CREATIVES)
    await putFile(key, readCreative(file), { contentType: 'image/jpeg' });
}

export async function insertAds(
  db: SeedDatabase,
  { now, categoryId }: { now: Date; categoryId: (slug: string) => string },
): Promise<void> {
  const createdAt = new Date(now.getTime() - (DAYS + 2) * 86_400_000);
  await db.insert(media).values(
    CREATIVES.map(({ advertiser, format, file, key }) => ({
      key,
      name: file,
      alt: `${advertiser.name}: ${advertiser.headline}`,
      bytes: readCreative(file).length,
      contentType: 'image/jpeg',
      width: AD_FORMATS[format].width * SCALE,
      height: AD_FORMATS[format].height * SCALE,
      createdAt,
    })),
  );
  const inserted = await db
    .insert(ads)
    .values(
      CREATIVES.map(({ advertiser, format, key }, index) => ({
        name: `${advertiser.name} ${format}`,
        type: format,
        imageUrl: imageAddress(key),
        linkUrl: `https://example.com/${advertiser.key}?utm_source=law-firm-academy&utm_medium=${format}`,
        priority: 8 - index,
        createdAt: new Date(createdAt.getTime() + index * 60_000),
        updatedAt: createdAt,
      })),
    )
    .returning({ id: ads.id, name: ads.name });
  const adIds = new Map(inserted.map(({ id, name }) => [name, id]));

  for (const { advertiser: key, format, location, category, daily } of DEMO_PLACEMENTS) {
    const advertiser = DEMO_ADVERTISERS.find((one) => one.key === key);
    const adId = advertiser && adIds.get(`${advertiser.name} ${format}`);
    if (!adId) throw new Error(`The placement at ${location} names an ad that was not inserted.`);
    const [placement] = await db
      .insert(adPlacements)
      .values({ adId, location, categoryId: category && categoryId(category) })
      .returning({ id: adPlacements.id });
    if (placement)
      await insertCounts(db, { now, placementId: placement.id, daily, clickRate: advertiser.clickRate });
  }
}

/** Readers come on workdays. Sunday first. */
const WEEK = [0.45, 1.1, 1.35, 1.2, 1.1, 0.9, 0.4];
const BROWSERS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];

interface CountsOrder {
  now: Date;
  placementId: string;
  /** Average number of impressions a day at the end of the period; it starts at about 60 % of it. */
  daily: number;
  /** Clicks per impression. */
  clickRate: number;
}

/**
 * The impressions, viewable impressions (about 70 %) and clicks of one placement. Random numbers are hashes of
 * placement, day and number, so that one run never counts an event twice.
 */
async function insertCounts(
  db: SeedDatabase,
  { now, placementId, daily, clickRate }: CountsOrder,
): Promise<void> {
  const chance = (salt: string) =>
    sql`((hashtextextended(${`${placementId} ${salt} `} || day || ' ' || number, 0) & 65535)::float / 65536)`;
  const list = (values: readonly (string | number)[], type: string) =>
    sql`array[${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )}]::${sql.raw(type)}[]`;
  await db.execute(sql`
    with days as (
      select day, (${daily}::float * (1 - 0.4 * day / ${DAYS}::float)
        * (${list(WEEK, 'float')})[1 + extract(dow from moment)::int]
        * (0.85 + 0.3 * (hashtextextended(${`${placementId} day `} || day, 0) & 255)::float / 255))::int as total, moment
      from generate_series(0, ${DAYS}::int - 1) as day,
        lateral (select (${now.toISOString()}::timestamptz - make_interval(days => day)) at time zone 'America/New_York' as moment) as local
    ), shown as materialized (
      select gen_random_uuid() as key, day, number,
        (date_trunc('day', moment) + interval '6 hours' + interval '15 hours' * power(${chance('hour')}, 0.9))
          at time zone 'America/New_York' as at
      from days, generate_series(1, total) as number
    ), counted as (
      select shown.*, p.id as placement_id, p.ad_id, p.location, p.category_id, a.id as article_id,
        (${list(BROWSERS, 'text')})[1 + (${chance('browser')} * ${BROWSERS.length})::int % ${BROWSERS.length}] as user_agent,
        ${chance('view')} < 0.7 as is_viewable, ${chance('click')} < ${clickRate}::float as is_click
      from shown join ad_placements p on p.id = ${placementId}::uuid
        left join lateral (
          select id from articles where p.location like 'article-%' and status = 'published'
            and (p.category_id is null or category_id = p.category_id)
          order by hashtextextended(id::text || day, number) limit 1
        ) as a on true
      where at < ${now.toISOString()}::timestamptz - interval '10 minutes'
    ), impressions as (
      insert into ad_impressions (event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
      select key, ad_id, placement_id, location, category_id, article_id, user_agent, at from counted
    )
    insert into ad_events (event_key, kind, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
    select gen_random_uuid(), kind, ad_id, placement_id, location, category_id, article_id, user_agent,
      at + case kind when 'click' then interval '6 seconds' else interval '1 second' end
    from counted cross join (values ('viewable'), ('click')) as kinds (kind)
    where case kind when 'click' then is_viewable and is_click else is_viewable end`);
}

export async function insertCtas(
  db: SeedDatabase,
  { now, categoryId }: { now: Date; categoryId: (slug: string) => string },
): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000);
  await db.insert(ctas).values([
    {
      title: 'Get the intake scorecard',
      body: 'One page, ten questions. It tells you by Friday which cases to decline.',
      buttonLabel: 'Send Me the Scorecard',
      buttonLink: '/newsletter',
      createdAt: at(74),
    },
    {
      title: 'Plan your next hire with numbers',
      body: 'A capacity worksheet for firms of two to twenty people.',
      buttonLabel: 'Open the Worksheet',
      buttonLink: 'https://example.com/capacity-worksheet',
      categoryId: categoryId('growth-strategy'),
      createdAt: at(51),
    },
    {
      title: 'Which tasks can you hand over?',
      body: 'A checklist of 42 tasks that firms like yours delegate to remote staff, with the supervision each one needs.',
      buttonLabel: 'See the Checklist',
      buttonLink: 'https://example.com/delegation-checklist',
      categoryId: categoryId('remote-talent'),
      createdAt: at(33),
    },
    {
      title: 'Ask us about your firm',
      body: 'Every month we answer three readers’ questions in the magazine. Names are changed.',
      buttonLabel: 'Write to the Editors',
      buttonLink: '/page/contact',
      createdAt: at(12),
    },
  ]);
}
