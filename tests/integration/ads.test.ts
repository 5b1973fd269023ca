// The ads screen with plain forms: every rule, every sentence; and what readers' pages show of it.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, addCategory, deleteDuring, emptyMagazine } from '../support/factory';
import { roundTrips, textOf } from '../support/html';
import { drawPicture } from '../support/pictures';
import { type Site, startSite } from '../support/site';
import { type Visitor, visitAsAdmin } from '../support/visitor';

let site: Site;
let admin: Visitor;
const PAGE = '/admin/ads';

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  admin = await visitAsAdmin(site);
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log, ad_impressions');
});
afterAll(() => site.stop());

type Facts = Partial<Record<string, string | string[]>>;

/** The form as it is filled in: an active banner on the home page, unless told otherwise. */
function filled(intent: string, facts: Facts): [string, string][] {
  const fields: Facts = {
    intent,
    name: 'Bench and Ledger',
    type: 'banner',
    locations: ['homepage-hero'],
    priority: '1',
    active: 'on',
    ...facts,
  };
  return Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
}
const create = (facts: Facts = {}) => admin.post(`${PAGE}?new`, filled('create', facts));
const save = (id: string, facts: Facts = {}) =>
  admin.post(`${PAGE}?edit=${id}`, filled('save', { id, ...facts }));
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
const stampOf = (html: string) => /name="stamp" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
const listed = async () => textOf(await (await admin.get(PAGE)).text());

describe('an ad', () => {
  it('is created, listed and audited, with one placement per location for all categories', async () => {
    expect(textOf(await (await admin.get(PAGE)).text())).toContain('No ads found');
    const dialog = await (await admin.get(`${PAGE}?new`)).text();
    const words = textOf(dialog);
    expect(words).toContain('Create New Ad');
    for (const each of ['Homepage Hero728x90 or 970x90', 'Article Bottom728x90 or 300x250', 'Footer728x90'])
      expect(words).toContain(each);
    expect(words).toContain('banner 728x90, sidebar 300x250, footer 728x90, inline 300x250');
    const answer = await create({
      linkUrl: 'https://sponsor.example/offer?a=1',
      locations: ['footer', 'homepage-hero'],
      priority: '7',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    const page = await admin.get(PAGE);
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    const text = textOf(html);
    expect(text).toContain('Ad created successfully');
    expect(text).toMatch(/NameTypeStatusPriorityPlacementsCreatedActions/);
    expect(text).toMatch(
      /Bench and LedgerBannerActive72 Footer, Homepage Hero[A-Z][a-z]{2} \d+, \d{4}Preview/,
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

  it.each<[Facts, string]>([
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
    [{ startDate: '2026-02-30' }, 'Start Date is no date'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'End Date must not be before Start Date'],
    [{ htmlContent: '<script>show()</script>' }, 'Nothing of this HTML can be shown'],
    [{ htmlContent: `<p>${'x'.repeat(20_001)}</p>` }, 'HTML Content is limited to 20,000 characters'],
  ])('with %j is refused, and nothing typed is lost', async (facts, reason) => {
    const answer = await create({ htmlContent: '<p>Typed</p>', priority: '4', ...facts });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(textOf(html)).toContain(reason);
    expect(html).toContain('aria-invalid="true"');
    if (!facts.htmlContent) expect(html).toContain('&lt;p&gt;Typed&lt;/p&gt;');
    if (!facts.priority) expect(html).toContain('value="4"');
    if (!facts.locations)
      expect(html).toMatch(/value="homepage-hero"[^>]*checked|checked[^>]*value="homepage-hero"/);
    expect((await site.db.query('select 1 from ads')).rows).toEqual([]);
  });

  it('has a name of its own', async () => {
    await create();
    const twin = await create();
    expect(twin.status).toBe(422);
    expect(textOf(await twin.text())).toContain('An ad with this name already exists');
    await create({ name: 'Another' });
    expect(textOf(await (await save(await idOf('Another'))).text())).toContain(
      'An ad with this name already exists',
    );
  });

  it('keeps what the database refuses out, in the words of the specification', async () => {
    await site.db.query("alter table ads add constraint only_inline check (type = 'inline')");
    try {
      const answer = await create();
      expect(answer.status).toBe(422);
      expect(textOf(await answer.text())).toContain(
        'Invalid ad type. Please select a valid type (banner, sidebar, footer, or inline)',
      );
    } finally {
      await site.db.query('alter table ads drop constraint only_inline');
    }
    await site.db.query('alter table ads add column sponsor text not null default null');
    try {
      expect(textOf(await (await create()).text())).toContain('Required fields are missing');
    } finally {
      await site.db.query('alter table ads drop column sponsor');
    }
  });

  it('stands once per location and category, and a placement that stays keeps its id', async () => {
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

  it('is not saved by halves', async () => {
    const tools = await addCategory(site.db, 'tools');
    await create({ categoryIds: [tools] });
    const id = await idOf('Bench and Ledger');
    const before = await placements();
    const gone = '00000000-0000-4000-8000-000000000000';
    const answer = await save(id, { name: 'New name', locations: ['footer'], categoryIds: [tools, gone] });
    expect(answer.status).toBe(422);
    expect(textOf(await answer.text())).toContain('Invalid category selected');
    expect(await placements()).toEqual(before);
    expect((await site.db.query('select name from ads')).rows).toEqual([{ name: 'Bench and Ledger' }]);
  });

  it('takes a file without JavaScript, and gives it back as its address when something else is refused', async () => {
    const form = new FormData();
    for (const [name, value] of filled('create', { name: '' })) form.append(name, value);
    const picture = await drawPicture('png', { width: 728, height: 90 });
    form.append('imageFile', new File([Buffer.from(picture)], 'board.png', { type: 'image/png' }));
    const refused = await (await admin.post(`${PAGE}?new`, form)).text();
    const url = /value="(\/media\/article-images\/ads\/\d+\.png)"/.exec(refused)?.[1] ?? '';
    expect(url).not.toBe('');
    await create({ imageUrl: url });
    expect((await site.db.query('select image_url from ads')).rows).toEqual([{ image_url: url }]);
    const bad = new FormData();
    for (const [name, value] of filled('create', { name: 'Other' })) bad.append(name, value);
    bad.append('imageFile', new File(['no picture'], 'board.txt', { type: 'text/plain' }));
    const answer = await admin.post(`${PAGE}?new`, bad);
    expect(answer.status).toBe(422);
    expect(textOf(await answer.text())).toContain('Invalid File: Please select an image file');
  });

  it('shows HTML only after it was cleaned', async () => {
    await create({
      htmlContent: '<p onclick="x()">Trust <a href="javascript:y()">us</a></p><script>z()</script>',
    });
    expect((await site.db.query('select html_content from ads')).rows).toEqual([
      { html_content: '<p>Trust <a>us</a></p>' },
    ]);
  });

  it('is not saved over unseen, unless one says so', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    const stamp = stampOf(await (await admin.get(`${PAGE}?edit=${id}`)).text());
    // Another location alone is another state, too.
    expect((await save(id, { locations: ['footer'], stamp })).status).toBe(303);
    const stale = await save(id, { name: 'Mine', stamp });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(textOf(html)).toContain('Somebody else changed this ad meanwhile.');
    expect(html).toContain('value="Mine"');
    expect((await save(id, { name: 'Mine', stamp: stampOf(html) })).status).toBe(303);
    expect(await listed()).toContain('Ad updated successfully');
  });

  it('that is gone before it is saved leaves nothing behind', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    const answer = await deleteDuring(site.db, 'ads', id, () => save(id, { locations: ['footer'] }));
    expect(answer.status).toBe(404);
    expect(textOf(await answer.text())).toContain('There is no such ad any more');
    expect(await placements()).toEqual([]);
    expect((await audited()).map(({ event }) => event)).toEqual(['ad_created']);
    expect((await admin.get(`${PAGE}?edit=${id}`)).status).toBe(404);
  });

  it('is given back with all that was typed while the database is away', async () => {
    await create();
    const id = await idOf('Bench and Ledger');
    await site.loseDatabase();
    try {
      const answer = await save(id, { name: 'Typed', linkUrl: 'https://typed.example/', stamp: 'seen' });
      expect(answer.status).toBe(503);
      const html = await answer.text();
      expect(textOf(html)).toContain('Failed to save ad: The magazine cannot reach its database right now.');
      for (const value of ['Typed', 'https://typed.example/', 'seen', id])
        expect(html).toContain(`value="${value}"`);
    } finally {
      await site.restoreDatabase();
    }
  });

  it('is deleted after a question, and its counts stay', async () => {
    await create({ locations: ['footer', 'homepage-hero'] });
    const id = await idOf('Bench and Ledger');
    await site.db.query("insert into ad_impressions (ad_id, location) values ($1, 'footer')", [id]);
    const question = textOf(await (await admin.get(`${PAGE}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this ad?');
    expect(question).toContain('Bench and Ledger and its 2 placements go.');
    expect((await admin.post(`${PAGE}?delete=${id}`, { intent: 'delete', id })).status).toBe(303);
    expect(await listed()).toContain('Ad deleted successfully');
    expect(await placements()).toEqual([]);
    expect((await site.db.query('select ad_id from ad_impressions')).rows).toEqual([{ ad_id: id }]);
    // Again: whoever wanted it gone has it gone.
    expect((await admin.post(PAGE, { intent: 'delete', id })).status).toBe(303);
    expect((await audited()).map(({ event }) => event)).toEqual(['ad_created', 'ad_deleted']);
  });

  it('is looked at as readers will see it, with its own link', async () => {
    await create({ linkUrl: 'https://sponsor.example/', locations: ['homepage-hero', 'article-sidebar'] });
    const html = await (await admin.get(`${PAGE}?preview=${await idOf('Bench and Ledger')}`)).text();
    expect(html).toContain('ad-slot--leaderboard');
    expect(html).toContain('ad-slot--rectangle');
    expect(
      html.match(/class="ad-slot__link" href="https:\/\/sponsor\.example\/" target="_blank"/g),
    ).toHaveLength(2);
    expect(textOf(html)).toContain('A click opens https://sponsor.example/ in a new tab');
  });

  it('is found on its page of the list', async () => {
    await site.db.query(
      "insert into ads (name, created_at) select 'Ad ' || n, now() - n * interval '1 hour' from generate_series(1, 30) n",
    );
    expect(await listed()).toMatch(/30 ads.*Ad 1.*Ad 25/);
    expect(await listed()).not.toContain('Ad 26');
    expect(textOf(await (await admin.get(`${PAGE}?page=2`)).text())).toContain('Ad 26');
    expect(textOf(await (await admin.get(`${PAGE}?page=9`)).text())).toContain('Show the first page');
  });
});

describe('readers', () => {
  const slotOf = (html: string, location: string) =>
    new RegExp(`data-ad-slot="${location}">([\\s\\S]*?)</div></div></div>`).exec(html)?.[1] ?? '';
  const namesIn = (html: string) => [...html.matchAll(/ad-slot__words">([^<]*)</g)].map(([, name]) => name);

  it('get all ads of a slot in their order, in one round trip, and the first one to see', async () => {
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
    const page = await site.get('/article/a-story');
    expect(roundTrips(page)).toBe(1);
    const html = await page.text();
    expect(namesIn(html)).toEqual(['High', 'Middle', 'Low']);
    const slot = slotOf(html, 'article-sidebar');
    expect(slot).toContain('Advertisement');
    expect(
      [...slot.matchAll(/data-ad="[^"]*" data-placement="[^"]*" data-ticket="[^"]*"( hidden="")?/g)].map(
        ([, hidden]) => !hidden,
      ),
    ).toEqual([true, false, false]);
    expect(html).not.toContain('data-ad-slot="article-bottom"');
  });

  it('see an ad from its first day to the end of its last, in the magazine’s zone', async () => {
    const zone = 'America/New_York';
    const day = (offset: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + offset * 24 * 60 * 60 * 1000);
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

  it('open links in a new tab, and never a link inside a link', async () => {
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
      /<a class="ad-slot__link" href="[^"]+" target="_blank" rel="noopener noreferrer sponsored"><div class="ad-slot__words"><p>Read this<\/p>/,
    );
    expect(html).toMatch(
      /<a target="_blank" rel="noopener noreferrer sponsored" href="\/go\?[^"]+to=https%3A%2F%2Fother\.example%2F&amp;[^"]+">That<\/a>/,
    );
  });

  it('see a change at once, though pages are kept', async () => {
    const kept = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on' });
    try {
      const editor = await visitAsAdmin(kept);
      expect(await kept.text('/')).not.toContain('data-ad-slot');
      await editor.post(`${PAGE}?new`, filled('create', {}));
      expect(await kept.text('/')).toContain('Bench and Ledger');
      const id = (await kept.db.query('select id from ads')).rows[0].id;
      await editor.post(`${PAGE}?edit=${id}`, filled('save', { id, name: 'Renamed' }));
      expect(await kept.text('/')).toContain('Renamed');
      await editor.post(PAGE, { intent: 'delete', id });
      expect(await kept.text('/')).not.toContain('data-ad-slot');
    } finally {
      await kept.stop();
    }
  });
});
