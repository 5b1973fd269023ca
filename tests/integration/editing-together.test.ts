// Two people at one article, and words that were not saved: nothing accepted is lost, nothing typed is either.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type ArticleForm, createByForm, editPath, NEW_ARTICLE, postForm, readForm } from '../support/editor';
import { addAccount, emptyAccounts, emptyMagazine } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

let site: Site;
let ann: Visitor;
let bea: Visitor;
const AUTOSAVE = '/admin/articles/autosave';

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  await emptyAccounts(site.db);
  for (const [email, fullName] of [
    ['ann@example.com', 'Ann Archer'],
    ['bea@example.com', 'Bea Brook'],
  ] as const)
    await addAccount(site.db, { email, fullName, role: 'admin' });
  ann = visit(site);
  bea = visit(site);
  await ann.signIn('ann@example.com');
  await bea.signIn('bea@example.com');
});
beforeEach(() => emptyMagazine(site.db));
afterAll(() => site.stop());

const open = async (visitor: Visitor, id: string) => readForm(await visitor.get(editPath(id)));
const article = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];
const count = async (table: string) =>
  Number((await site.db.query(`select count(*) from ${table}`)).rows[0].count);

describe('a stale save', () => {
  it('answers 409 with both versions, and a merge takes a part of each', async () => {
    const id = await createByForm(ann, { content: '<p>One fine day in spring.</p>', summary: 'A day' });
    const [annsForm, beasForm] = [await open(ann, id), await open(bea, id)];
    await postForm(ann, editPath(id), {
      ...annsForm,
      title: 'By Ann',
      content: '<p>One rainy day in spring.</p>',
    });
    const stale = { ...beasForm, summary: 'By Bea', content: '<p>One fine day in autumn.</p>' };
    const answer = await postForm(bea, editPath(id), stale);
    expect(answer.status).toBe(409);
    const html = await answer.clone().text();
    const text = textOf(html);
    for (const words of [
      'Failed to save article',
      'Ann Archer',
      'Mine',
      'Theirs',
      'One rainy day in spring.',
    ])
      expect(text).toContain(words);
    expect(html).toMatch(/<ins>autumn<\/ins>|<ins>[^<]*autumn/);
    expect(html).toMatch(/<del>[^<]*rainy/);
    const merge = await readForm(answer);
    expect(merge).toMatchObject({
      intent: 'merge',
      version: '1',
      over: '2',
      summary: 'By Bea',
      content: stale.content,
    });
    // The title was Ann's change alone, the summary Bea's, the content both's.
    const chosen: ArticleForm = { ...merge, 'take-title': 'title', 'take-summary': '', 'take-content': '' };
    const kept = await postForm(bea, editPath(id), { ...chosen, next: 'edit' });
    expect(kept.status).toBe(200);
    expect(await readForm(kept)).toMatchObject({ title: 'By Ann', summary: 'By Bea', version: '2' });
    const saved = await postForm(bea, editPath(id), { ...chosen, next: 'save' });
    expect(saved.status).toBe(303);
    expect(await article(id)).toMatchObject({
      title: 'By Ann',
      summary: 'By Bea',
      content: '<p>One fine day in autumn.</p>',
      version: 3,
    });
  });

  it('that says the same is no conflict', async () => {
    const id = await createByForm(ann);
    const form = { ...(await open(ann, id)), title: 'The same words' };
    expect((await postForm(ann, editPath(id), form)).status).toBe(303);
    expect((await postForm(bea, editPath(id), form)).status).toBe(303);
    expect((await article(id)).version).toBe(2);
  });

  it('is refused again when a third save came before the merge', async () => {
    const id = await createByForm(ann);
    const [first, second] = [await open(ann, id), await open(bea, id)];
    await postForm(ann, editPath(id), { ...first, title: 'Second' });
    const conflict = await readForm(await postForm(bea, editPath(id), { ...second, title: 'Mine' }));
    await postForm(ann, editPath(id), { ...(await open(ann, id)), title: 'Third' });
    const answer = await postForm(bea, editPath(id), { ...conflict, 'take-title': '', next: 'save' });
    expect(answer.status).toBe(409);
    expect(textOf(await answer.text())).toContain('Third');
  });

  it('100 saves of two editors at random: every accepted one is a revision on top of the one before', async () => {
    const id = await createByForm(ann);
    let accepted = 0;
    const work = async (visitor: Visitor, name: string) => {
      for (let round = 0; round < 50; round += 1) {
        const form = await open(visitor, id);
        const typed = `${form.title} ${name}${round}`.slice(-250);
        const answer = await postForm(visitor, editPath(id), { ...form, title: typed });
        expect([303, 409]).toContain(answer.status);
        if (answer.status === 303) accepted += 1;
      }
    };
    await Promise.all([work(ann, 'a'), work(bea, 'b')]);
    const { rows } = await site.db.query(
      "select version, snapshot->>'title' as title from article_revisions order by version",
    );
    expect(rows.map((row) => row.version)).toEqual(Array.from({ length: accepted + 1 }, (_, i) => i + 1));
    for (const [index, { title }] of rows.entries()) {
      if (index === 0) continue;
      const [, before] = /^(.*) [ab]\d+$/s.exec(title) ?? [];
      expect(rows[index - 1].title.endsWith(before ?? 'x')).toBe(true);
    }
    expect((await article(id)).title).toBe(rows.at(-1).title);
  });
});

describe('the history', () => {
  it('shows what each save changed, and brings a version back', async () => {
    const id = await createByForm(ann, { status: 'published', slug: 'kept', content: '<p>First words.</p>' });
    await postForm(ann, editPath(id), {
      ...(await open(ann, id)),
      content: '<p>Second words.</p>',
      slug: 'moved',
    });
    const path = `/admin/articles/${id}/revisions`;
    const page = await bea.get(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toMatch(/<del>First<\/del>/);
    expect(html).toMatch(/<ins>Second<\/ins>/);
    expect(textOf(html)).toContain('Ann Archer');
    const older = await bea.get(`${path}?version=1`);
    const form = await readForm(older);
    const stampBefore = (await article(id)).publish_date;
    const answer = await postForm(bea, path, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, editPath(id)]);
    expect(await article(id)).toMatchObject({
      content: '<p>First words.</p>',
      slug: 'moved',
      status: 'published',
      version: 3,
      publish_date: stampBefore,
    });
    const { rows } = await site.db.query("select version from article_revisions where cause = 'restore'");
    expect(rows).toEqual([{ version: 3 }]);
    expect(textOf(await (await bea.get(editPath(id))).text())).toContain('Article updated successfully');
    for (const wrong of ['?version=99', '?version=x', '?version=-1'])
      expect((await bea.get(path + wrong)).status, wrong).toBe(404);
    const stale = await postForm(bea, path, { revision: '2', version: '2' });
    expect(stale.status).toBe(409);
  });
});

describe('autosave', () => {
  it('keeps what somebody types, offers it to them alone, and forgets it with the save', async () => {
    const id = await createByForm(ann);
    const form = await open(ann, id);
    const kept = await postForm(ann, AUTOSAVE, { ...form, title: 'Half a thou' });
    expect(kept.status).toBe(200);
    expect(await kept.json()).toEqual({ savedAt: expect.stringMatching(/^\d{4}-/) });
    await postForm(ann, AUTOSAVE, { ...form, title: 'Half a thought' });
    expect(await count('article_drafts')).toBe(1);
    expect((await article(id)).title).toBe(NEW_ARTICLE.title);
    expect(textOf(await (await bea.get(editPath(id))).text())).not.toContain('Half a thought');
    const page = await (await ann.get(editPath(id))).text();
    expect(textOf(page)).toContain('Half a thought');
    const draft = /\?draft=([0-9a-f-]{36})/.exec(page)?.[1];
    const restored = await readForm(await ann.get(`${editPath(id)}?draft=${draft}`));
    expect(restored).toMatchObject({ title: 'Half a thought', version: '1' });
    expect((await postForm(ann, editPath(id), restored)).status).toBe(303);
    expect(await count('article_drafts')).toBe(0);
  });

  it('of an old version leads to a conflict, and nothing is lost', async () => {
    const id = await createByForm(ann);
    await postForm(ann, AUTOSAVE, { ...(await open(ann, id)), title: 'Typed before' });
    await postForm(bea, editPath(id), { ...(await open(bea, id)), title: 'Saved meanwhile' });
    const { rows } = await site.db.query('select id from article_drafts');
    const restored = await readForm(await ann.get(`${editPath(id)}?draft=${rows[0].id}`));
    const answer = await postForm(ann, editPath(id), restored);
    expect(answer.status).toBe(409);
    expect(await readForm(answer)).toMatchObject({ title: 'Typed before', version: '1', over: '2' });
  });

  it('that comes after its save is not offered', async () => {
    const id = await createByForm(ann);
    const form = { ...(await open(ann, id)), title: 'Saved words', summary: '' };
    await postForm(ann, editPath(id), form);
    await postForm(ann, AUTOSAVE, form);
    expect(await (await ann.get(editPath(id))).text()).not.toContain('?draft=');
  });

  it('keeps a new article too, until it is discarded or saved', async () => {
    const form = await readForm(await ann.get('/admin/articles/new'));
    await postForm(ann, AUTOSAVE, { ...form, ...NEW_ARTICLE, title: 'Never saved' });
    const page = await ann.get('/admin/articles/new');
    const html = await page.text();
    expect(textOf(html)).toContain('Never saved');
    expect(textOf(await (await bea.get('/admin/articles/new')).text())).not.toContain('Never saved');
    const restored = await readForm(await ann.get(`/admin/articles/new?draft=${form.id}`));
    expect(restored).toMatchObject({ title: 'Never saved', restored: form.id });
    const foreign = await postForm(bea, '/admin/articles/new', { intent: 'discard', draft: form.id ?? '' });
    expect([foreign.status, await count('article_drafts')]).toEqual([303, 1]);
    await postForm(ann, '/admin/articles/new', { intent: 'discard', draft: form.id ?? '' });
    expect(await count('article_drafts')).toBe(0);
    await postForm(ann, AUTOSAVE, { ...restored, title: 'After all' });
    expect((await postForm(ann, '/admin/articles/new', { ...restored, title: 'After all' })).status).toBe(
      303,
    );
    const late = await postForm(ann, AUTOSAVE, { ...restored, title: 'After all, late' });
    expect(await late.json()).toEqual({ savedAt: null });
    expect(await count('article_drafts')).toBe(0);
    expect((await article(String(restored.id))).title).toBe('After all');
  });
  it('goes on after the first save, be it with a copy that arrived in the middle of that', async () => {
    const id = await createByForm(ann);
    await site.db.query(
      "insert into article_drafts (id, user_id, base_version, fields) select $1, id, 0, '{}' from users where email = 'ann@example.com'",
      [id],
    );
    await postForm(ann, AUTOSAVE, { ...(await open(ann, id)), copy: id, title: 'Typed on' });
    const restored = await readForm(await ann.get(`${editPath(id)}?draft=${id}`));
    expect(restored).toMatchObject({ title: 'Typed on', version: '1' });
    expect(await count('article_drafts')).toBe(1);
  });
});

describe('two tabs of one person', () => {
  const offersTo = async (visitor: Visitor, path: string) =>
    [...(await (await visitor.get(path)).text()).matchAll(/\?draft=([0-9a-f-]{36})/g)].map(([, id]) => id);

  it('keep a copy each: neither replaces the other, and a save forgets its own alone', async () => {
    const id = await createByForm(ann);
    const [one, two] = [await open(ann, id), await open(ann, id)];
    await postForm(ann, AUTOSAVE, { ...one, title: 'Typed in the first' });
    await postForm(ann, AUTOSAVE, { ...two, title: 'Typed in the second' });
    await postForm(ann, AUTOSAVE, { ...one, title: 'Typed in the first, and on' });
    const page = textOf(await (await ann.get(editPath(id))).text());
    expect(page).toContain('Typed in the first, and on');
    expect(page).toContain('Typed in the second');
    expect((await postForm(ann, editPath(id), { ...one, title: 'Typed in the first, and on' })).status).toBe(
      303,
    );
    const [left, ...more] = await offersTo(ann, editPath(id));
    expect([left, more]).toEqual([two.copy, []]);
    // The other one is told, with both versions.
    const answer = await postForm(ann, editPath(id), { ...two, title: 'Typed in the second' });
    const told = textOf(await answer.clone().text());
    expect([answer.status, told]).toEqual([409, expect.stringContaining('Typed in the first, and on')]);
    const merge = await readForm(answer);
    expect(merge.title).toBe('Typed in the second');
    const merged = await postForm(ann, editPath(id), { ...merge, 'take-title': '', next: 'save' });
    expect([merged.status, await offersTo(ann, editPath(id))]).toEqual([303, []]);
    expect((await article(id)).title).toBe('Typed in the second');
  });

  it('that both bring back the same words go on with a copy each', async () => {
    const id = await createByForm(ann);
    const first = await open(ann, id);
    await postForm(ann, AUTOSAVE, { ...first, title: 'Left behind' });
    const restored = `${editPath(id)}?draft=${first.copy}`;
    const [one, two] = [await readForm(await ann.get(restored)), await readForm(await ann.get(restored))];
    await postForm(ann, AUTOSAVE, { ...one, title: 'Left behind, on in one' });
    await postForm(ann, AUTOSAVE, { ...two, title: 'Left behind, on in two' });
    const offers = await offersTo(ann, editPath(id));
    expect(offers.sort()).toEqual([one.copy, two.copy].map(String).sort());
  });

  it('lose nothing when one brings back what the other goes on typing', async () => {
    const id = await createByForm(ann);
    const living = await open(ann, id);
    await postForm(ann, AUTOSAVE, { ...living, title: 'So far' });
    const other = await readForm(await ann.get(`${editPath(id)}?draft=${living.copy}`));
    await postForm(ann, AUTOSAVE, { ...living, title: 'So far, and further' });
    await postForm(ann, editPath(id), other);
    expect(await offersTo(ann, editPath(id))).toEqual([living.copy]);
    // Nobody's copy is replaced by a call that names its id.
    const bold = await postForm(bea, AUTOSAVE, { ...(await open(bea, id)), copy: living.copy ?? '' });
    expect(bold.status).toBe(200);
    expect(textOf(await (await ann.get(editPath(id))).text())).toContain('So far, and further');
  });

  it('with a new article each have their own words, brought back too', async () => {
    const [one, two] = [
      await readForm(await ann.get('/admin/articles/new')),
      await readForm(await ann.get('/admin/articles/new')),
    ];
    await postForm(ann, AUTOSAVE, { ...one, ...NEW_ARTICLE, title: 'New in one' });
    await postForm(ann, AUTOSAVE, { ...two, ...NEW_ARTICLE, title: 'New in two' });
    const back = await readForm(await ann.get(`/admin/articles/new?draft=${one.id}`));
    expect([back.title, back.id === one.id]).toEqual(['New in one', false]);
    expect((await postForm(ann, '/admin/articles/new', back)).status).toBe(303);
    expect(await offersTo(ann, '/admin/articles/new')).toEqual([two.id]);
  });
});
