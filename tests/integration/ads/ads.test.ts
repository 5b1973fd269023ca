// Ads: every rule and message of their forms without JavaScript, and how pages show them.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, deleteDuring, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest, siteTest } from '../../support/site/site-test';
import { visitAsAdmin } from '../../support/visitor';

const { it, site, admin } = adminTest();
const { site: cachedSite } = siteTest({ pageCache: 'on' });
const PAGE = '/admin/ads';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log, ad_impressions, ad_days');
});

type Fields = Partial<Record<string, string | string[]>>;

/** The form with default values: an active banner on the home page. */
function filled(intent: string, fields: Fields): [string, string][] {
  const values: Fields = {
    intent,
    name: 'Bench and Ledger',
    type: 'banner',
    locations: ['homepage-hero'],
    priority: '1',
    active: 'on',
    ...fields,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
}
const create = (fields: Fields = {}) => admin.post(`${PAGE}?new`, filled('create', fields));
const save = (id: string, fields: Fields = {}) =>
  admin.post(`${PAGE}?edit=${id}`, filled('save', { id, ...fields }));
const idOf = async (name: string) =>
  (await site.db.query('select id from ads where name = $1', [name])).rows[0].id as string;
const placements = async () =>
  (
    await site.db.query(
      `select p.id, p.location, c.slug from ad_placements p left join categories c on c.id = p.category_id
       order by p.location, c.slug`,
    )
  ).rows as { id: string; location: string; slug: string | null }[];
const audited = async () =>
  (await site.db.query('select event, subject, details from audit_log order by id')).rows;
const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
const listed = async () => visibleTextOf(await (await admin.get(PAGE)).text());

describe('an ad', () => {
  it('is created, listed and audited, with one placement per location for all categories', async () => {
    expect(visibleTextOf(await (await admin.get(PAGE)).text())).toContain('No ads found');
    const dialog = await (await admin.get(`${PAGE}?new`)).text();
    const text = visibleTextOf(dialog);
    expect(text).toContain('Create New Ad');
    for (const each of ['Homepage Hero728x90 or 970x90', 'Article Bottom728x90 or 300x250', 'Footer728x90'])
      expect(text).toContain(each);
    expect(text).toContain('banner 728x90, sidebar 300x250, footer 728x90, inline 300x250');
    const answer = await create({
      linkUrl: 'https://sponsor.example/offer?a=1',
      locations: ['footer', 'homepage-hero'],
      priority: '7',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    const page = await admin.get(PAGE);
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    const listText = visibleTextOf(html);
    expect(listText).toContain('Ad created successfully');
    expect(listText).toMatch(/NameTypeStatusPriorityPlacementsCreatedActions/);
    expect(listText).toMatch(
      /Bench and LedgerBannerActive72 Footer, Homepage Hero[A-Z][a-z]{2} \d+, \d{4}Preview.*Edit.*Delete/,
    );
    const id = await idOf('Bench and Ledger');
    expect(html).toContain(`href="/admin/ads/${id}/report"`);
    expect((await placements()).map(({ location, slug }) => [location, slug])).toEqual([
      ['footer', null],
      ['homepage-hero', null],
    ]);
    expect(await audited()).toEqual([
      {
        event: 'ad_created',
        subject: 'Bench and Ledger',
        details: { id, type: 'banner', locations: ['homepage-hero', 'footer'], categoryIds: [] },
      },
    ]);
  });

  it.each<[Fields, string]>([
    [{ name: '  ' }, 'Ad name is required'],
    [{ name: 'x'.repeat(201) }, 'Ad name is limited to 200 characters'],
    [{ type: 'skyscraper' }, 'Invalid ad type selected'],
    [{ locations: [] }, 'Please select at least one display location'],
    [{ locations: ['header'] }, 'Invalid display location selected'],
    [{ categoryIds: ['tools'] }, 'Invalid category selected'],
    [{ categoryIds: ['00000000-0000-4000-8000-000000000000'] }, 'Invalid category selected'],
    [{ priority: '0' }, 'Priority must be a whole number from 1 to 10'],
    [{ priority: '11' }, 'Priority must be a whole number from 1 to 10'],
    [{ priority: '2.5' }, 'Priority must be a whole number from 1 to 10'],
    [{ linkUrl: 'javascript:alert(1)' }, 'Link URL must begin with https:// or http://'],
    [{ linkUrl: '//evil.example' }, 'Link URL must begin with https:// or http://'],
    [{ linkUrl: 'sponsor.example' }, 'Link URL must begin with https:// or http://'],
    [{ linkUrl: 'https://me:secret@sponsor.example/' }, 'Link URL must begin with https:// or http://'],
    [{ imageUrl: 'ftp://x/y.png' }, 'Image URL must start with http:// or https://'],
    [
      { imageUrl: 'https://images.example-blocked.com/a.png' },
      'This image cannot be used. Please upload it instead.',
    ],
    [{ startDate: '2026-02-30' }, 'Start Date is not a valid date'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'End Date must not be before Start Date'],
    [{ htmlContent: '<script>show()</script>' }, 'None of this HTML can be shown'],
    [{ htmlContent: `<p>${'x'.repeat(20_001)}</p>` }, 'HTML Content is limited to 20,000 characters'],
  ])('with %j is rejected and keeps the input', async (fields, reason) => {
    const answer = await create({ htmlContent: '<p>Typed</p>', priority: '4', ...fields });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain(reason);
    expect(html).toContain('aria-invalid="true"');
    if (!fields.htmlContent) expect(html).toContain('&lt;p&gt;Typed&lt;/p&gt;');
    if (!fields.priority) expect(html).toContain('value="4"');
    if (!fields.locations)
      expect(html).toMatch(/value="homepage-hero"[^>]*checked|checked[^>]*value="homepage-hero"/);
    expect((await site.db.query('select 1 from ads')).rows).toEqual([]);
  });

  it('has a unique name', async () => {
    await create();
    const twin = await create();
    expect(twin.status).toBe(422);
    expect(visibleTextOf(await twin.text())).toContain('An ad with this name already exists');
    await create({ name: 'Another' });
    expect(visibleTextOf(await (await save(await idOf('Another'))).text())).toContain(
      'An ad with this name already exists',
    );
  });

  it('reports a database constraint with the specified message', async () => {
    await site.db.query("alter table ads add constraint only_inline check (type = 'inline')");
    try {
      const answer = await create();
      expect(answer.status).toBe(422);
      expect(visibleTextOf(await answer.text())).toContain(
        'Invalid ad type. Please select a valid type (banner, sidebar, footer, or inline)',
      );
    } finally {
      await site.db.query('alter table ads drop constraint only_inline');
    }
    await site.db.query('alter table ads add column sponsor text not null default null');
    try {
      expect(visibleTextOf(await (await create()).text())).toContain('Required fields are missing');
    } finally {
      await site.db.query('alter table ads drop column sponsor');
    }
  });

  it('has one placement per location and category, and unchanged placements keep their id', async () => {
    const [tools, operations] = [
      await addCategory(site.db, 'tools'),
      await addCategory(site.db, 'operations'),
    ];
    await create({ locations: ['article-sidebar', 'footer'], categoryIds: [tools, operations] });
    const before = await placements();
    expect(before.map(({ location, slug }) => `${location} ${slug}`)).toEqual([
      'article-sidebar operations',
      'article-sidebar tools',
      'footer operations',
      'footer tools',
    ]);
    const id = await idOf('Bench and Ledger');
    const dialog = await (await admin.get(`${PAGE}?edit=${id}`)).text();
    expect(dialog.match(/<input[^>]*checked=""[^>]*>/g)).toHaveLength(5);
    expect(await listed()).toMatch(/4 (Article Sidebar|Footer), .*Operations, Tools/);
    await save(id, { locations: ['article-sidebar', 'article-bottom'], categoryIds: [tools] });
    const after = await placements();
    expect(after.map(({ location, slug }) => `${location} ${slug}`)).toEqual([
      'article-bottom tools',
      'article-sidebar tools',
    ]);
    expect(after[1]?.id).toBe(before[1]?.id);
    expect((await audited())[1].details.changes).toEqual({
      locations: { from: ['article-sidebar', 'footer'], to: ['article-bottom', 'article-sidebar'] },
      categoryIds: { from: [tools, operations].sort(), to: [tools] },
    });
  });

  it('is saved completely or not at all', async () => {
    const tools = await addCategory(site.db, 'tools');
    await create({ categoryIds: [tools] });
    const id = await idOf('Bench and Ledger');
    const before = await placements();
    const gone = '00000000-0000-4000-8000-000000000000';
    const answer = await save(id, { name: 'New name', locations: ['footer'], categoryIds: [tools, gone] });
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain('Invalid category selected');
    expect(await placements()).toEqual(before);
    expect((await site.db.query('select name from ads')).rows).toEqual([{ name: 'Bench and Ledger' }]);
  });

  it('accepts a file without JavaScript, and keeps its address when another field is invalid', async () => {
    const form = new FormData();
    for (const [name, value] of filled('create', { name: '' })) form.append(name, value);
    const image = await drawImage('png', { width: 728, height: 90 });
    form.append('imageFile', new File([Buffer.from(image)], 'board.png', { type: 'image/png' }));
    const refused = await (await admin.post(`${PAGE}?new`, form)).text();
    const url = /value="(\/media\/article-images\/ads\/\d+\.png)"/.exec(refused)?.[1] ?? '';
    expect(url).not.toBe('');
    await create({ imageUrl: url });
    expect((await site.db.query('select image_url from ads')).rows).toEqual([{ image_url: url }]);
    const bad = new FormData();
    for (const [name, value] of filled('create', { name: 'Other' })) bad.append(name, value);
    bad.append('imageFile', new File(['not an image'], 'board.txt', { type: 'text/plain' }));
    const answer = await admin.post(`${PAGE}?new`, bad);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain('Invalid File: Please select an image file');
  });

  it('shows sanitized HTML only', async () => {
    await create({
      htmlContent: '<p onclick="x()">Trust <a href="javascript:y()">us</a></p><script>z()</script>',
    });
    expect((await site.db.query('select html_content from ads')).rows).toEqual([
      { html_content: '<p>Trust <a>us</a></p>' },
    ]);
  });

  it('is not overwritten without notice when someone else changed it', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    const version = versionOf(await (await admin.get(`${PAGE}?edit=${id}`)).text());
    // A changed location alone also changes the version.
    expect((await save(id, { locations: ['footer'], version })).status).toBe(303);
    const stale = await save(id, { name: 'Mine', version });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else changed this ad while you were editing.');
    expect(html).toContain('value="Mine"');
    expect((await save(id, { name: 'Mine', version: versionOf(html) })).status).toBe(303);
    expect(await listed()).toContain('Ad updated successfully');
  });

  it('keeps its first and last moment when it is edited after the time zone of the site changed', async () => {
    await create({ startDate: '2026-03-08', endDate: '2026-03-10' });
    const id = await idOf('Bench and Ledger');
    const period = async () =>
      (await site.db.query('select starts_at as "startsAt", ends_at as "endsAt" from ads')).rows[0];
    const before = await period();
    await site.db.query(
      `insert into settings (key, value) values ('site', '{"timeZone": "America/Los_Angeles"}')`,
    );
    const dialog = await (await admin.get(`${PAGE}?edit=${id}`)).text();
    const shown = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(dialog)?.[1] ?? '';
    const dates = { startDate: shown('startDate'), endDate: shown('endDate') };
    expect(dates).toEqual({ startDate: '2026-03-07', endDate: '2026-03-10' });
    expect((await save(id, { ...dates, priority: '9' })).status).toBe(303);
    expect(await period()).toEqual(before);
    await save(id, { ...dates, endDate: '2026-03-11' });
    expect(await period()).toEqual({ ...before, endsAt: new Date('2026-03-12T07:00Z') });
    await save(id);
    expect(await period()).toEqual({ startsAt: null, endsAt: null });
  });

  it('deleted during a save leaves nothing behind', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    const answer = await deleteDuring(site.db, 'ads', id, () => save(id, { locations: ['footer'] }));
    expect(answer.status).toBe(404);
    expect(visibleTextOf(await answer.text())).toContain('This ad no longer exists');
    expect(await placements()).toEqual([]);
    expect((await audited()).map(({ event }) => event)).toEqual(['ad_created']);
    expect((await admin.get(`${PAGE}?edit=${id}`)).status).toBe(404);
  });

  it('is returned with everything that was typed while the database is unavailable', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    await site.withoutDatabase(async () => {
      const answer = await save(id, { name: 'Typed', linkUrl: 'https://typed.example/', version: 'seen' });
      expect(answer.status).toBe(503);
      const html = await answer.text();
      expect(visibleTextOf(html)).toContain(
        'Failed to save ad: The magazine cannot reach its database right now.',
      );
      for (const value of ['Typed', 'https://typed.example/', 'seen', id])
        expect(html).toContain(`value="${value}"`);
    });
  });

  it('is deleted after confirmation, and its counts stay', async () => {
    await create({ locations: ['footer', 'homepage-hero'] });
    const id = await idOf('Bench and Ledger');
    await site.db.query("insert into ad_impressions (ad_id, location) values ($1, 'footer')", [id]);
    const question = visibleTextOf(await (await admin.get(`${PAGE}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this ad?');
    expect(question).toContain('Bench and Ledger and its 2 placements will be deleted.');
    expect((await admin.post(`${PAGE}?delete=${id}`, { intent: 'delete', id })).status).toBe(303);
    expect(await listed()).toContain('Ad deleted successfully');
    expect(await placements()).toEqual([]);
    expect((await site.db.query('select ad_id from ad_impressions')).rows).toEqual([{ ad_id: id }]);
    // Deleting it again succeeds without another audit log entry.
    expect((await admin.post(PAGE, { intent: 'delete', id })).status).toBe(303);
    expect((await audited()).map(({ event }) => event)).toEqual(['ad_created', 'ad_deleted']);
  });

  it('is previewed as readers will see it, with its own link', async () => {
    await create({ linkUrl: 'https://sponsor.example/', locations: ['homepage-hero', 'article-sidebar'] });
    const html = await (await admin.get(`${PAGE}?preview=${await idOf('Bench and Ledger')}`)).text();
    expect(html).toContain('ad-slot--leaderboard');
    expect(html).toContain('ad-slot--rectangle');
    expect(
      html.match(/class="ad-slot__link" href="https:\/\/sponsor\.example\/" target="_blank"/g),
    ).toHaveLength(2);
    expect(visibleTextOf(html)).toContain('A click opens https://sponsor.example/ in a new tab');
  });

  it('is listed on its page of the list', async () => {
    await site.db.query(
      "insert into ads (name, created_at) select 'Ad ' || n, now() - n * interval '1 hour' from generate_series(1, 30) n",
    );
    expect(await listed()).toMatch(/30 ads.*Ad 1.*Ad 25/);
    expect(await listed()).not.toContain('Ad 26');
    expect(visibleTextOf(await (await admin.get(`${PAGE}?page=2`)).text())).toContain('Ad 26');
    expect(visibleTextOf(await (await admin.get(`${PAGE}?page=9`)).text())).toContain('Show the First Page');
  });
});

describe('readers', () => {
  const slotOf = (html: string, location: string) =>
    new RegExp(`data-ad-slot="${location}">([\\s\\S]*?)</div></div></div>`).exec(html)?.[1] ?? '';
  const namesIn = (html: string) => [...html.matchAll(/ad-slot__text">([^<]*)</g)].map(([, name]) => name);

  it('get all ads of a slot in order, with one round trip and the first one visible', async () => {
    const tools = await addCategory(site.db, 'tools');
    await addArticle(site.db, { slug: 'a-story', category: 'tools' });
    for (const [name, priority, categoryIds] of [
      ['Low', '1', []],
      ['High', '9', [tools]],
      ['Middle', '5', []],
      ['Elsewhere', '10', [await addCategory(site.db, 'operations')]],
    ] as const)
      await create({ name, priority, categoryIds: [...categoryIds], locations: ['article-sidebar'] });
    await create({ name: 'Off', active: [], locations: ['article-sidebar'] });
    await create({ name: 'Not here', locations: ['article-sidebar'] });
    await site.db.query('update ad_placements set active = false where ad_id = $1', [await idOf('Not here')]);
    const page = await site.get('/article/a-story');
    expect(roundTrips(page)).toBe(1);
    const html = await page.text();
    expect(namesIn(html)).toEqual(['High', 'Middle', 'Low']);
    const slot = slotOf(html, 'article-sidebar');
    expect(slot).toContain('Advertisement');
    expect([...slot.matchAll(/data-ticket="[^"]*"( hidden="")?/g)].map(([, hidden]) => !hidden)).toEqual([
      true,
      false,
      false,
    ]);
    expect(html).not.toContain('data-ad-slot="article-bottom"');
  });

  it("see an ad from its first day to the end of its last, in the site's time zone", async () => {
    const zone = 'America/New_York';
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
    const day = (offset: number) =>
      new Date(Date.parse(today) + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await create({ name: 'Today', startDate: day(0), endDate: day(0) });
    await create({ name: 'Ended', endDate: day(-1) });
    await create({ name: 'Coming', startDate: day(1) });
    expect(namesIn(await site.text('/'))).toEqual(['Today']);
    const text = await listed();
    expect(text).toMatch(/ComingBannerScheduledFrom/);
    expect(text).toMatch(/EndedBannerEndedUntil/);
    const dialog = await (await admin.get(`${PAGE}?edit=${await idOf('Today')}`)).text();
    expect(dialog.match(new RegExp(`value="${day(0)}"`, 'g'))).toHaveLength(2);
    const { rows } = await site.db.query(
      "select (starts_at at time zone $1)::text as first, (ends_at at time zone $1 - interval '1 second')::text as last from ads where name = 'Today'",
      [zone],
    );
    expect(rows).toEqual([{ first: `${day(0)} 00:00:00`, last: `${day(0)} 23:59:59` }]);
  });

  it('get links that open in a new tab, and never nested links', async () => {
    await create({
      name: 'Both',
      linkUrl: '/newsletter',
      htmlContent: '<p>Read <a href="https://other.example/">this</a></p>',
    });
    await create({
      name: 'Own',
      locations: ['footer'],
      htmlContent: '<p><a href="https://other.example/">That</a></p>',
    });
    const html = await site.text('/');
    expect(slotOf(html, 'homepage-hero')).toMatch(
      /<a class="ad-slot__link" href="[^"]+" target="_blank" rel="noopener noreferrer sponsored"><div class="ad-slot__text"><p>Read this<\/p>/,
    );
    expect(html).toMatch(
      /<a target="_blank" rel="noopener noreferrer sponsored" href="\/go\?[^"]+to=https%3A%2F%2Fother\.example%2F&amp;[^"]+">That<\/a>/,
    );
  });

  it('see changes immediately on cached pages', async () => {
    const editor = await visitAsAdmin(cachedSite);
    expect(await cachedSite.text('/')).not.toContain('data-ad-slot');
    await editor.post(`${PAGE}?new`, filled('create', {}));
    expect(await cachedSite.text('/')).toContain('Bench and Ledger');
    const id = (await cachedSite.db.query('select id from ads')).rows[0].id;
    await editor.post(`${PAGE}?edit=${id}`, filled('save', { id, name: 'Renamed' }));
    expect(await cachedSite.text('/')).toContain('Renamed');
    await editor.post(PAGE, { intent: 'delete', id });
    expect(await cachedSite.text('/')).not.toContain('data-ad-slot');
  });
});
