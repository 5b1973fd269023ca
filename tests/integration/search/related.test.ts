// Related articles: computed after every change, chosen by editors, and cached until their list changes.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let editor: Visitor;
let author: Visitor;

beforeAll(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
  await addAccount(site.db, { email: 'writer@example.com', role: 'author' });
  editor = visit(site);
  await editor.signIn('boss@example.com');
  author = visit(site);
  await author.signIn('writer@example.com');
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log');
});

async function relatedTo(slug: string): Promise<string[]> {
  const html = await site.text(`/article/${slug}`);
  const [, list = ''] = /Related Articles<\/h2>([\s\S]*?)<\/section>/.exec(html) ?? [];
  return hrefsOf(list, '/article/');
}

const listOf = async (id: string): Promise<string[]> =>
  (
    await site.db.query(
      `select a.slug from unnest(related_list($1)) with ordinality as r (id, place) join articles a using (id) order by place`,
      [id],
    )
  ).rows.map(({ slug }) => slug);

const TOPICS = {
  intake: [
    'Intake calls that win clients',
    'Answer every intake call, and call clients back within the hour.',
  ],
  trust: ['Trust accounts without fear', 'Reconcile the trust account and every ledger each month.'],
  hiring: ['Hiring a remote paralegal', 'A paralegal abroad needs a scorecard, a trial and a supervisor.'],
};

let count = 0;
async function addOn(topic: keyof typeof TOPICS, slug: string, more: object = {}): Promise<string> {
  const [title, text] = TOPICS[topic];
  count += 1;
  return addArticle(site.db, {
    slug,
    title: `${title} ${slug}`,
    summary: text ?? '',
    content: `<p>${text} ${text}</p>`,
    author: `Writer ${String.fromCharCode(65 + (count % 26))}`,
    category: 'tools',
    age: count,
    ...more,
  });
}

/** Nine articles on three topics, the newest of which are on hiring. */
async function addNine(): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const topic of ['hiring', 'trust', 'intake'] as const)
    for (const n of [1, 2, 3]) ids[`${topic}-${n}`] = await addOn(topic, `${topic}-${n}`);
  return ids;
}

async function save(id: string | undefined, changes: Record<string, string>): Promise<void> {
  const path = editPath(String(id));
  const fields = await readFormFields(await editor.get(path));
  expect((await postForm(editor, path, { ...fields, ...changes })).status).toBe(303);
}

const choose = (id: string, relatedId: string | undefined, intent: string, who: Visitor = editor) =>
  who.post(`/admin/articles/${id}/related`, { intent, id: relatedId ?? '' });

describe('related articles', () => {
  it('are the closest by content, then the newest', async () => {
    await addNine();
    expect(await relatedTo('intake-1')).toEqual(['hiring-1', 'hiring-2', 'hiring-3']);
    await site.runCron();
    expect((await relatedTo('intake-1')).slice(0, 2).sort()).toEqual(['intake-2', 'intake-3']);
    expect(await relatedTo('intake-1')).toHaveLength(3);
    expect((await relatedTo('trust-2')).slice(0, 2).sort()).toEqual(['trust-1', 'trust-3']);
  });

  it('are computed directly after a save, for the article and for those close to it', async () => {
    const ids = await addNine();
    await site.runCron();
    const id = await createByForm(editor, {
      slug: 'new-intake',
      status: 'published',
      title: 'Intake calls at night',
      content: '<p>Answer every intake call, and call clients back within the hour.</p>',
    });
    await expect.poll(() => listOf(id)).toContain('intake-1');
    expect(await listOf(String(ids['intake-1']))).toContain('new-intake');
  });

  it('are never unpublished, in the Trash or the article itself', async () => {
    const ids = await addNine();
    await site.runCron();
    await site.db.query(`update articles set status = 'draft' where id = $1`, [ids['intake-2']]);
    await site.db.query('update articles set deleted_at = now() where id = $1', [ids['intake-3']]);
    expect(await listOf(String(ids['intake-1']))).toEqual(expect.arrayContaining(['intake-2', 'intake-3']));
    const shown = await relatedTo('intake-1');
    expect(shown).toHaveLength(3);
    for (const slug of ['intake-1', 'intake-2', 'intake-3']) expect(shown).not.toContain(slug);
    await site.runCron();
    const { rows } = await site.db.query('select 1 from related_articles where related_id = any($1)', [
      [ids['intake-2'], ids['intake-3']],
    ]);
    expect(rows).toEqual([]);
  });

  it('are at most two by one author', async () => {
    for (const n of [1, 2, 3, 4]) await addOn('intake', `intake-${n}`, { author: 'Dana Whitfield' });
    await addOn('trust', 'trust-1', { author: 'Tom Beckett' });
    await site.runCron();
    const shown = await relatedTo('intake-1');
    expect(shown).toHaveLength(3);
    expect(shown[2]).toBe('trust-1');
  });

  it('include at most two by an author, counting co-authored ones', async () => {
    await addOn('intake', 'intake-1', { author: 'Renée Lafleur' });
    for (const n of [2, 3]) await addOn('intake', `intake-${n}`, { author: 'Dana Whitfield' });
    await addOn('intake', 'intake-4', { author: 'Tom Beckett', coauthors: ['Dana Whitfield'] });
    await addOn('trust', 'trust-1', { author: 'Samuel Ortiz' });
    await site.runCron();
    const shown = await relatedTo('intake-1');
    expect(shown).toHaveLength(3);
    expect(shown.filter((slug) => slug.startsWith('intake'))).toHaveLength(2);
  });

  it('begin with pinned articles in their order, and leave out excluded ones', async () => {
    const ids = await addNine();
    await site.runCron();
    const id = String(ids['intake-1']);
    expect((await choose(id, ids['trust-1'], 'pin')).status).toBe(303);
    await choose(id, ids['hiring-1'], 'pin');
    await choose(id, ids['intake-2'], 'exclude');
    expect(await relatedTo('intake-1')).toEqual(['trust-1', 'hiring-1', 'intake-3']);
    await choose(id, ids['hiring-1'], 'up');
    expect(await relatedTo('intake-1')).toEqual(['hiring-1', 'trust-1', 'intake-3']);
    await choose(id, ids['hiring-1'], 'reset');
    await choose(id, ids['intake-2'], 'reset');
    expect((await relatedTo('intake-1'))[0]).toBe('trust-1');
    expect((await relatedTo('intake-1')).slice(1).sort()).toEqual(['intake-2', 'intake-3']);
    const { rows } = await site.db.query(
      `select details ->> 'change' as change from audit_log where event = 'article_related_changed' order by id`,
    );
    expect(rows.map(({ change }) => change)).toEqual(['pin', 'pin', 'exclude', 'up', 'reset', 'reset']);
  });

  it('refuse the article itself, unknown articles and an eleventh pin', async () => {
    const ids = await addNine();
    const id = String(ids['intake-1']);
    expect((await choose(id, id, 'pin')).status).toBe(404);
    expect((await choose(id, crypto.randomUUID(), 'exclude')).status).toBe(404);
    for (const slug of Object.keys(ids).filter((name) => name !== 'intake-1'))
      await choose(id, ids[slug], 'pin');
    for (const n of [10, 11]) ids[`more-${n}`] = await addOn('trust', `more-${n}`);
    for (const n of [10, 11]) expect((await choose(id, ids[`more-${n}`], 'pin')).status).toBe(303);
    // A second click, or another tab.
    expect((await choose(id, ids['more-11'], 'pin')).status).toBe(303);
    const eleventh = await choose(id, await addOn('trust', 'too-many'), 'pin');
    expect(eleventh.status).toBe(422);
    expect(visibleTextOf(await eleventh.text())).toContain('You can pin up to 10 articles.');
  });

  it('show an author no titles of other drafts, and link only to what the author may open', async () => {
    const own = await createByForm(author, { title: 'Own', author: 'Dana Whitfield', status: 'draft' });
    const shown = await addOn('intake', 'shown');
    const secret = await addOn('intake', 'secret', { status: 'draft' });
    for (const [id, change, status] of [
      [shown, 'pin', 303],
      [secret, 'pin', 404],
      [secret, 'exclude', 404],
    ] as const)
      expect([change, (await choose(own, id, change, author)).status]).toEqual([change, status]);
    const page = await (await author.get(`/admin/articles/${own}/related`)).text();
    expect(page).toContain('Intake calls that win clients shown');
    expect(page).not.toContain('Intake calls that win clients secret');
    expect(page).not.toContain(`/admin/articles/${shown}/edit`);
    expect(page).toContain('href="/article/shown"');
    await site.db.query("update articles set status = 'draft', title = 'Embargoed' where id = $1", [shown]);
    const later = await (await author.get(`/admin/articles/${own}/related`)).text();
    expect(later).not.toContain('Embargoed');
    expect(later).toContain('Unpublished article');
    expect(later).not.toContain(`/admin/articles/${shown}/edit`);
    expect(later).not.toContain('href="/article/');
    const all = await (await editor.get(`/admin/articles/${own}/related`)).text();
    expect(all).toContain(`/admin/articles/${shown}/edit`);
    expect((await choose(own, shown, 'reset', author)).status).toBe(303);
  });

  it('are recomputed for all articles on request', async () => {
    const ids = await addNine();
    await site.runCron();
    await site.db.query('truncate related_articles, related_terms');
    const answer = await editor.post('/admin/repair', { intent: 'relate' });
    expect(answer.status).toBe(303);
    await site.runCron();
    expect(await listOf(String(ids['intake-1']))).toEqual(expect.arrayContaining(['intake-2', 'intake-3']));
  });

  it('survive simultaneous saves of close articles', async () => {
    const ids = await addNine();
    await site.runCron();
    const saves = ['intake-1', 'intake-2', 'intake-3', 'trust-1'].map((slug) =>
      save(ids[slug], { title: `Changed ${slug} intake` }),
    );
    await Promise.all(saves);
    await site.runCron();
    const { rows } = await site.db.query(
      `select a.slug from articles a where related_list(a.id) is distinct from
         array(select related_id from closest_articles(a.id, 10))`,
    );
    expect(rows).toEqual([]);
    expect((await site.db.query('select 1 from related_outdated')).rows).toEqual([]);
  });
});

describe('the page of related articles', () => {
  it('shows scores, what readers see, and finds articles to pin', async () => {
    const ids = await addNine();
    await site.runCron();
    const response = await editor.get(`/admin/articles/${ids['intake-1']}/related?search=paralegal`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = visibleTextOf(await response.text());
    expect(text).toMatch(/By Content.*intake-[23].*Shown.*[01]\.\d\d.*Pin.*Exclude/s);
    expect(text).toMatch(/Find Articles.*3 articles.*Hiring a remote paralegal/s);
    const textOf = async (query: string) =>
      visibleTextOf(await (await editor.get(`/admin/articles/${ids['intake-1']}/related${query}`)).text());
    expect(await textOf('?search=zzqq')).toContain('no articles');
    expect(await textOf('')).not.toContain('no articles');
  });

  it('keeps the search after a change', async () => {
    const ids = await addNine();
    const page = `/admin/articles/${ids['intake-1']}/related?search=remote+paralegal`;
    for (const intent of ['pin', 'exclude']) {
      const answer = await editor.post(page, { intent, id: String(ids['hiring-1']) });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
    }
  });

  it('is closed to authors except for their own drafts', async () => {
    const ids = await addNine();
    const page = `/admin/articles/${ids['intake-1']}/related`;
    expect((await author.get(page)).status).toBe(403);
    expect((await choose(String(ids['intake-1']), ids['trust-1'], 'pin', author)).status).toBe(403);
    const { rows } = await site.db.query('select 1 from related_choices');
    expect(rows).toEqual([]);
  });
});
