// The demo's activity, and its removal in the settings.
import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeAll, describe, expect } from 'vitest';
import { storeCreatives } from '../../../db/seed/activity/seed-ads';
import { articleCovers, categoryCover } from '../../../db/seed/demo-covers';
import { DEMO_CATEGORIES } from '../../../db/seed/demo-taxonomy';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { insertDemo } from '../../../db/seed/seed-demo';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest({ pageCache: 'on' });
let admin: Visitor;
let NOW = new Date();

async function rows<T extends object>(query: string): Promise<T[]> {
  return (await site.db.query<T>(query)).rows;
}

beforeAll(async () => {
  const texts = readDemoArticles();
  // The images themselves are drawn in the end-to-end tests.
  const covers = [...DEMO_CATEGORIES.map(categoryCover), ...articleCovers(texts).values()];
  const stored = covers.map((cover) => ({
    ...cover,
    bytes: 3,
    width: 1600,
    height: 1000,
    contentType: 'image/jpeg',
  }));
  for (const { key } of stored) await site.putFile(key, Uint8Array.of(1, 2, 3), 'image/jpeg');
  await storeCreatives((key, body, { contentType }) => site.putFile(key, Uint8Array.from(body), contentType));
  await drizzle(site.db).transaction((tx) => {
    NOW = new Date();
    return insertDemo(tx, texts, stored, NOW);
  });
  admin = visit(site);
  await admin.signIn('admin@example.com', 'demo-admin-password');
});

describe('the demo', () => {
  it('shows ads in all six placements with 90 days of counts that dip on weekends', async () => {
    const counts = await rows<{ location: string; days: number; impressions: number; workdays: number }>(`
      select location, count(distinct day)::int as days, sum(impressions)::int as impressions,
        (sum(impressions) filter (where extract(dow from day) between 1 and 5))::int as workdays
      from ad_days group by location order by location`);
    expect(counts.map(({ location }) => location)).toEqual([
      'article-bottom',
      'article-sidebar',
      'category-sidebar',
      'footer',
      'homepage-hero',
      'homepage-sidebar',
    ]);
    for (const { days, impressions, workdays } of counts) {
      expect(days).toBeGreaterThanOrEqual(89);
      // Five of seven days would be 71 % without a rhythm.
      expect(workdays / impressions).toBeGreaterThan(0.8);
    }
    const [sums] = await rows(`select sum(viewable) < sum(impressions) as fewer_viewable,
      sum(clicks) between 0.002 * sum(impressions) and 0.02 * sum(impressions) as plausible_clicks from ad_days`);
    expect(sums).toEqual({ fewer_viewable: true, plausible_clicks: true });
    const home = await site.text('/');
    expect(home).toContain('Advertisement');
    expect(home).toContain('/media/article-images/ads/');
  });

  it('has 260 leads in every status and from every source', async () => {
    const [leads] = await rows(`select count(*)::int as total, count(distinct status)::int as statuses,
      array_agg(distinct source order by source) as sources,
      bool_and(created_at < '${NOW.toISOString()}' and created_at > '${NOW.toISOString()}'::timestamptz - interval '91 days') as dated,
      max(created_at) > '${NOW.toISOString()}'::timestamptz - interval '2 days' as recent from leads`);
    expect(leads).toEqual({
      total: 260,
      statuses: 4,
      sources: ['footer', 'newsletter', 'newsletter-page'],
      dated: true,
      recent: true,
    });
  });

  it('has twelve sent issues that grow, with fewer clicks than readers, and one for next Tuesday', async () => {
    const issues = await rows<{
      status: string;
      sent: number;
      clicks: number;
      weekday: number;
      ahead: boolean;
    }>(`
      select status, sent_count as sent, extract(dow from issue_date)::int as weekday,
        (issue_date + time '09:00') at time zone 'America/New_York' > '${NOW.toISOString()}' as ahead,
        coalesce((select max(clicks) from newsletter_clicks where issue_id = newsletter_issues.id), 0) as clicks
      from newsletter_issues order by issue_date`);
    expect(issues.map(({ status }) => status)).toEqual([...Array(12).fill('sent'), 'draft']);
    for (const { weekday, sent, clicks } of issues) {
      expect(weekday).toBe(2);
      expect(clicks).toBeLessThanOrEqual(sent);
    }
    expect(issues.map(({ ahead }) => ahead)).toEqual([...Array(12).fill(false), true]);
    expect(issues[0]?.sent).toBeGreaterThan(0);
    expect(issues[11]?.sent).toBeGreaterThan(issues[5]?.sent ?? 0);
    const archive = await site.text('/newsletter/archive');
    const pages = new Set(
      [...archive.matchAll(/href="(\/newsletter\/archive\/[\d-]+)"/g)].map(([, path]) => path),
    );
    expect(pages.size).toBe(12);
    for (const path of pages) expect((await site.get(path ?? '')).status).toBe(200);
    const [sums] = await rows<{ clicks: number; views: number }>(`
      select (select sum(clicks)::int from newsletter_clicks) as clicks, (select sum(views)::int from reading_groups
        where kind = 'source' and name like concat('newsletter', chr(9), '%/%')) as views`);
    expect(sums?.clicks).toBeGreaterThan(sums?.views ?? 0);
    expect(sums?.clicks).toBeLessThan(1.5 * (sums?.views ?? 0));
  });

  it('has each article in one issue only, the one after its publication', async () => {
    const sent = await rows<{ id: string; fresh: boolean }>(`
      select a.id, a.first_published_at between i.started_at - interval '8 days' and i.started_at as fresh
      from newsletter_issues i, jsonb_array_elements(i.content -> 'articles') e
      join articles a on a.id = (e ->> 'id')::uuid where i.status = 'sent'`);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    expect(sent.filter(({ fresh }) => !fresh)).toEqual([]);
  });

  it('has a different introduction in each issue', async () => {
    const [intros] = await rows(
      'select count(*)::int as issues, count(distinct intro)::int as intros from newsletter_issues',
    );
    expect(intros).toEqual({ issues: 13, intros: 13 });
  });

  it('has audit log entries and webhook calls with the dates of what they are about', async () => {
    const [dates] = await rows(`select
      (select count(*)::int from ads) as ads,
      (select count(*)::int from audit_log l join ads a on a.name = l.subject and a.created_at = l.at
        where l.event = 'ad_created') as created,
      (select count(*)::int from audit_log where event = 'ad_created') as entries,
      (select bool_and(r.received_at = a.publish_date) from webhook_requests r join articles a on a.id = r.article_id) as called,
      (select k.last_used_at = max(r.received_at) from webhook_keys k, webhook_requests r group by k.id) as used`);
    expect(dates).toEqual({ ads: 6, created: 6, entries: 6, called: true, used: true });
  });

  it('shows the work of a magazine in its third month', async () => {
    const [found] = await rows(`select
      (select count(distinct split_part(name, ' ', 1)) from ads)::int as advertisers,
      (select count(*) from ctas where active)::int as ctas,
      (select count(*) from users u join profiles p on p.user_id = u.id
        where p.role is null and exists (select 1 from reading_list r where r.user_id = u.id))::int as members,
      (select count(distinct article_id) from article_revisions)::int >= 3 as revisions,
      (select count(*) from unknown_paths)::int > 0 as "unknownPaths",
      (select count(*) from job_items i join jobs j on j.id = i.job_id
        where j.kind = 'generate-images' and j.status = 'done' and i.status = 'done')::int as images,
      (select array_agg(status order by status) from webhook_requests) as calls,
      (select count(*) from authors where bio = '' or image_url is null)::int as "withoutProfile"`);
    expect(found).toEqual({
      advertisers: 3,
      ctas: 4,
      members: 4,
      revisions: true,
      unknownPaths: true,
      images: 6,
      calls: [201, 201, 201, 201, 422],
      withoutProfile: 0,
    });
    const [{ id = '' } = {}] = await rows<{ id: string }>('select id from ads order by name limit 1');
    const report = visibleTextOf(await (await admin.get(`/admin/ads/${id}/report`)).text());
    expect(report).toMatch(/Impressions\s*[1-9][\d,]+/);
  });

  it('has redirects that work', async () => {
    const moved = await rows<{ from: string; to: string }>(
      'select from_path as from, to_path as to from redirects',
    );
    expect(moved.length).toBeGreaterThan(0);
    for (const { from, to } of moved) {
      const { status, headers } = await site.get(from);
      expect([from, status, headers.get('location')]).toEqual([from, 301, to]);
    }
  });

  it('keeps the figures of the specification', async () => {
    const [articles] = await rows(`select count(*)::int as published,
      (count(*) filter (where members_only))::int as members_only from articles where status = 'published'`);
    expect(articles).toEqual({ published: 43, members_only: 2 });
  });

  it('has two templates to start articles from', async () => {
    const found = await rows<{ id: string; name: string; made_by: string }>(`
      select t.id, t.name, p.full_name as made_by from article_templates t join profiles p on p.user_id = t.created_by
      order by t.name`);
    expect(found.map(({ name, made_by }) => [name, made_by])).toEqual([
      ['Case study', 'Elena Kowalczyk'],
      ['Interview', 'Tom Beckett'],
    ]);
    const page = await (await admin.get(`/admin/articles/new?template=${found[1]?.id}`)).text();
    expect(page).toContain('>Five questions for NAME<');
    expect(page).toContain('What does your working day look like?');
  });

  it('has a repair that can be undone', async () => {
    const before = await admin.get('/admin/repair');
    expect(await before.text()).toContain('Undo This Repair');
    const [{ id = '' } = {}] = await rows<{ id: string }>(`select id from jobs where kind = 'repair'`);
    const answer = await admin.post('/admin/repair', { intent: 'undo', id });
    expect(answer.status).toBe(303);
    await expect
      .poll(() => rows(`select status from jobs where kind = 'undo-repair'`))
      .toEqual([{ status: 'done' }]);
    const [restored] = await rows(
      `select count(*)::int as count from articles where content like '%&amp;#8217;%'`,
    );
    expect(restored).toEqual({ count: 4 });
  });
});

describe('removing the demo', () => {
  it('is refused for an editor', async () => {
    const editor = visit(site);
    await editor.signIn('editor@example.com', 'demo-editor-password');
    expect((await editor.post('/admin/settings/demo', { intent: 'remove' })).status).toBe(403);
    expect(await rows('select count(*)::int as count from leads')).toEqual([{ count: 260 }]);
  });

  it('asks an admin with an old sign-in for the password, and removes nothing before', async () => {
    await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
    const answer = await admin.post('/admin/settings/demo', { intent: 'remove' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('name="proofPassword"');
    expect(await rows('select count(*)::int as count from leads')).toEqual([{ count: 260 }]);
    await admin.signIn('admin@example.com', 'demo-admin-password');
  });

  it('shows the counts, removes unedited content, and keeps the rest', async () => {
    expect(await (await admin.get('/admin/settings')).text()).toContain('/admin/settings/demo');
    const page = await (await admin.get('/admin/settings/demo')).text();
    const fact = (html: string, name: string) =>
      visibleTextOf(new RegExp(`<dt>${name}</dt>(.*?)</div>`).exec(html)?.[1] ?? '').trim();
    const [stored] = await rows(`select (select count(*)::text from redirects) as "Redirects",
      (select count(*)::text from webhook_requests) as "Webhook requests",
      (select count(*)::text from unknown_paths) as "Unknown paths",
      (select count(distinct day)::text from reading_days) as "Days of readership",
      (select count(distinct day)::text from ad_days) as "Days of ad figures"`);
    const counts = { Leads: '260', 'Article templates': '2', 'Newsletter issues': '13', ...stored };
    for (const [name, count] of Object.entries(counts))
      expect([name, fact(page, name)]).toEqual([name, count]);
    const marked = await rows<{ count: number }>(`
      select count(*)::int as count from demo_rows where kind <> 'search_counts' group by kind
      union all select count(distinct day)::int from search_counts
      union all select count(distinct day)::int from reading_days
      union all select count(distinct day)::int from ad_days`);
    const inOrder = (numbers: number[]) => numbers.sort((a, b) => a - b);
    const shown = [...page.matchAll(/<dd>([\d,]+)</g)].map(([, count = '']) =>
      Number(count.replaceAll(',', '')),
    );
    expect(inOrder(shown)).toEqual(inOrder(marked.map(({ count }) => count)));
    const edited = 'a-ten-day-billing-cycle-from-month-end-close-to-sent-invoice';
    await site.db.query(`update articles set title = 'Ours', updated_at = now() where slug = '${edited}'`);
    await site.db.query(`insert into leads (email) values ('new@example.com')`);
    await site.db.query(
      `update users set email = 'owner@example.com', updated_at = now() where email = 'editor@example.com'`,
    );

    // The four articles of the undone repair were changed after the seed, too.
    const changed = await (await admin.get('/admin/settings/demo')).text();
    expect(fact(changed, 'Articles')).toMatch(/ \(5 edited\)$/);
    expect(fact(changed, 'Accounts')).toMatch(/ \(1 edited\)$/);

    const search = async () => JSON.parse(await site.text('/api/search?q=intake&view=card')).found.length;
    expect(await search()).toBeGreaterThan(5);
    const answer = await admin.post('/admin/settings/demo', { intent: 'remove' });
    expect(answer.status).toBe(303);
    expect(await search()).toBeLessThanOrEqual(5);

    const [left] = await rows(`select (select count(*) from articles)::int as articles,
      (select count(*) from articles where title = 'Ours')::int as edited, (select count(*) from ads)::int as ads,
      (select count(*) from ad_impressions)::int as impressions, (select count(*) from ad_days where impressions <> 0)::int as days,
      (select count(*) from authors)::int as authors, (select count(*) from newsletter_issues)::int as issues, (select count(*) from ctas)::int as ctas,
      (select count(*) from article_templates)::int as templates, (select count(*) from redirects)::int as redirects,
      (select count(*) from unknown_paths)::int as paths, (select count(*) from webhook_requests)::int as calls,
      (select count(*) from webhook_keys)::int as keys, (select count(*) from jobs where kind = 'generate-images')::int as jobs,
      (select count(*) from audit_log where event = 'ad_created')::int as entries,
      (select array_agg(email::text) from leads) as leads,
      (select array_agg(email order by email) from users) as accounts, (select count(*) from demo_rows)::int as marks`);
    expect(left).toEqual({
      articles: 5,
      edited: 1,
      // Those of the remaining articles.
      authors: 4,
      ads: 0,
      impressions: 0,
      days: 0,
      issues: 0,
      ctas: 0,
      templates: 0,
      redirects: 0,
      paths: 0,
      calls: 0,
      keys: 0,
      jobs: 0,
      entries: 0,
      leads: ['new@example.com'],
      // The author owns the edited article.
      accounts: ['admin@example.com', 'author@example.com', 'owner@example.com'],
      marks: 0,
    });
    expect((await site.get(`/article/${edited}`)).status).toBe(200);
    const files = await site.listFiles();
    expect(files.filter((key) => key.includes('/ads/'))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(5 + DEMO_CATEGORIES.length);
    const settings = await (await admin.get('/admin/settings')).text();
    expect(settings).not.toContain('/admin/settings/demo');
    expect((await site.get('/')).status).toBe(200);
  });
});
