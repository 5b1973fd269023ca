// Lists outside the article page name every author of an article.
import { beforeEach, describe, expect, vi } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { hrefsOf, roundTrips, visibleTextOf } from '../../support/html';
import {
  addReader,
  ageBeforeIssue,
  emails,
  issueRow,
  setNewsletter,
  tuesdayAt,
} from '../../support/newsletter';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
const THREE = { author: 'Dana Whitfield', coauthors: ['Ann Lee', 'Bo Hill'] };
const ALL_NAMES = 'Dana Whitfield, Ann Lee, and Bo Hill';

beforeEach(() => emptyMagazine(site.db));

const addTrio = (facts: Parameters<typeof addArticle>[1] = {}) =>
  addArticle(site.db, { title: 'Escrow in practice', slug: 'escrow', ...THREE, ...facts });

describe('an article by three authors', () => {
  it('is found with all names, on the page in one round trip and by the dialog', async () => {
    await addTrio();
    const answer = await site.get('/search?q=escrow');
    expect(roundTrips(answer)).toBe(1);
    expect(visibleTextOf(await answer.text())).toContain(ALL_NAMES);
    const { found } = JSON.parse(await site.text('/api/search?q=escrow&view=card'));
    expect(found[0].article).toMatchObject({
      author: 'Dana Whitfield',
      coauthors: [
        { name: 'Ann Lee', slug: 'ann-lee' },
        { name: 'Bo Hill', slug: 'bo-hill' },
      ],
    });
  });

  it('has its first author in the field `author` of the API, as before', async () => {
    await addTrio();
    await addArticle(site.db, { title: 'Escrow alone', slug: 'alone', author: 'Ann Lee' });
    const { articles } = JSON.parse(await site.text('/api/search?q=escrow'));
    const bySlug = Object.fromEntries(articles.map((one: { slug: string }) => [one.slug, one]));
    expect(bySlug.escrow).toMatchObject({ author: 'Dana Whitfield', authorSlug: 'dana-whitfield' });
    expect(bySlug.escrow.coauthors).toHaveLength(2);
    expect(bySlug.alone).not.toHaveProperty('coauthors');
  });

  it.each([
    '/admin/articles',
    '/admin/articles?search=escrow',
    '/admin',
    '/admin-old?tab=articles',
    '/admin/images',
  ])('has all names on %s', async (path) => {
    await addTrio();
    await addArticle(site.db, { title: 'Alone', author: 'Cy Young' });
    const text = visibleTextOf(await (await admin.get(path)).text());
    expect(text).toContain(ALL_NAMES);
  });

  it('has all names among the related articles, as computed and as found', async () => {
    const id = await addArticle(site.db, { title: 'Another' });
    await addTrio();
    const page = await admin.get(`/admin/articles/${id}/related?search=escrow`);
    expect(visibleTextOf(await page.text())).toContain(ALL_NAMES);
  });

  it('has all names in an article card in another text', async () => {
    const id = await addTrio();
    const block = `<figure data-block="article" data-id="${id}"><a href="/article/escrow">Escrow in practice</a></figure>`;
    await addArticle(site.db, { slug: 'with-card', content: `<p>Text.</p>${block}` });
    expect(visibleTextOf(await site.text('/article/with-card'))).toMatch(
      new RegExp(`Read also\\s+Escrow in practice\\s+${ALL_NAMES}`),
    );
  });

  it('has all names in the newsletter and its archive', async () => {
    await setNewsletter(site);
    await addTrio({ age: ageBeforeIssue(2) });
    await addReader(site, 'ann@example.com');
    await site.runCron(tuesdayAt());
    await vi.waitFor(async () => expect((await issueRow(site))?.status).toBe('sent'), 50_000);
    const [email] = await emails(site);
    expect([email?.text, email?.html]).toEqual([
      expect.stringContaining(ALL_NAMES),
      expect.stringContaining(ALL_NAMES),
    ]);
    const day = tuesdayAt().toISOString().slice(0, 10);
    expect(visibleTextOf(await site.text(`/newsletter/archive/${day}`))).toContain(ALL_NAMES);
  });
});

describe('a co-author in searches', () => {
  const slugsOf = async (path: string) => hrefsOf(await site.text(path), '/article/');
  const titlesFound = async (search: string) => {
    const html = await (await admin.get(`/admin/articles?search=${encodeURIComponent(search)}`)).text();
    return [...html.matchAll(/class="articles__name"[^>]*>([^<]*)</g)].map(([, title]) => title);
  };
  beforeEach(async () => {
    await addTrio();
    await addArticle(site.db, { title: 'Escrow alone', slug: 'alone', author: 'Cy Young' });
  });

  it('finds the article, for readers and in the admin list, also by a part of the name', async () => {
    expect(await slugsOf('/search?q=Bo+Hill')).toEqual(['escrow']);
    expect(await titlesFound('bo hil')).toEqual(['Escrow in practice']);
  });

  it('can be chosen as a filter and is counted there', async () => {
    const html = await site.text('/search?q=escrow');
    const text = visibleTextOf(html);
    for (const name of ['Dana Whitfield', 'Ann Lee', 'Bo Hill', 'Cy Young'])
      expect(text).toContain(`${name} (1)`);
    expect(await slugsOf('/search?q=escrow&author=bo-hill')).toEqual(['escrow']);
    expect(await slugsOf('/search?q=escrow&author=dana-whitfield')).toEqual(['escrow']);
    expect(await slugsOf('/search?q=escrow&author=cy-young')).toEqual(['alone']);
    // Only punctuation, and a part of a word.
    await site.db.query("update articles set content = '<p>100 % #1</p>' where slug in ('escrow', 'alone')");
    expect(await slugsOf('/search?q=%25+%23&author=ann-lee')).toEqual(['escrow']);
    expect(await slugsOf('/search?q=scro&author=ann-lee')).toEqual(['escrow']);
  });

  it('finds the article by a new name once it is indexed again', async () => {
    const { rows } = await site.db.query("select id from authors where name = 'Bo Hill'");
    const fields = { id: rows[0].id, name: 'Bob Zimmer', slug: 'bob-zimmer' };
    await admin.post(`/admin/authors?edit=${fields.id}`, { intent: 'save', ...fields });
    await site.db.query('select index_outdated_articles(100)');
    expect(await slugsOf('/search?q=Zimmer')).toEqual(['escrow']);
    expect(await slugsOf('/search?q=%22Bo+Hill%22')).toEqual([]);
  });

  it('finds the article by the author whom they were merged into', async () => {
    const { rows } = await site.db.query(
      "select (select id from authors where name = 'Bo Hill') as id, (select id from authors where name = 'Cy Young') as into",
    );
    await admin.post(`/admin/authors?merge=${rows[0].id}`, { intent: 'merge', ...rows[0] });
    expect((await slugsOf('/search?q=escrow&author=cy-young')).sort()).toEqual(['alone', 'escrow']);
    expect((await slugsOf('/search?q=Cy+Young')).sort()).toEqual(['alone', 'escrow']);
  });
});
