// Concurrent editing and autosave: no accepted change and no typed text is lost.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import {
  type ArticleFormValues,
  createByForm,
  editPath,
  NEW_ARTICLE,
  postForm,
  readFormFields,
} from '../../support/browser/editor';
import { addAccount, emptyAccounts, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
let ann: Visitor;
let bea: Visitor;
const AUTOSAVE = '/admin/articles/autosave';

beforeAll(async () => {
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

const open = async (visitor: Visitor, id: string) => readFormFields(await visitor.get(editPath(id)));
const article = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];
const count = async (table: string) =>
  Number((await site.db.query(`select count(*) from ${table}`)).rows[0].count);

describe('a stale save', () => {
  it('answers 409 with both versions, and a merge takes parts of each', async () => {
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
    const text = visibleTextOf(html);
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
    const merge = await readFormFields(answer);
    expect(merge).toMatchObject({
      intent: 'merge',
      version: '1',
      over: '2',
      summary: 'By Bea',
      content: stale.content,
    });
    // Only Ann changed the title, only Bea the summary, and both the content.
    const chosen: ArticleFormValues = {
      ...merge,
      'take-title': 'title',
      'take-summary': '',
      'take-content': '',
    };
    const edited = await postForm(bea, editPath(id), { ...chosen, next: 'edit' });
    expect(edited.status).toBe(200);
    expect(await readFormFields(edited)).toMatchObject({ title: 'By Ann', summary: 'By Bea', version: '2' });
    const saved = await postForm(bea, editPath(id), { ...chosen, next: 'save' });
    expect(saved.status).toBe(303);
    expect(await article(id)).toMatchObject({
      title: 'By Ann',
      slug: 'by-ann',
      summary: 'By Bea',
      content: '<p>One fine day in autumn.</p>',
      version: 3,
    });
  });

  it('with identical content is not a conflict', async () => {
    const id = await createByForm(ann);
    const form = { ...(await open(ann, id)), title: 'The same words' };
    expect((await postForm(ann, editPath(id), form)).status).toBe(303);
    expect((await postForm(bea, editPath(id), form)).status).toBe(303);
    expect((await article(id)).version).toBe(2);
  });

  it('is rejected again when a third save came before the merge', async () => {
    const id = await createByForm(ann);
    const [first, second] = [await open(ann, id), await open(bea, id)];
    await postForm(ann, editPath(id), { ...first, title: 'Second' });
    const conflict = await readFormFields(await postForm(bea, editPath(id), { ...second, title: 'Mine' }));
    await postForm(ann, editPath(id), { ...(await open(ann, id)), title: 'Third' });
    const answer = await postForm(bea, editPath(id), { ...conflict, 'take-title': '', next: 'save' });
    expect(answer.status).toBe(409);
    expect(visibleTextOf(await answer.text())).toContain('Third');
  });

  it('is never accepted among 100 random saves of two editors: each accepted one builds on the one before', async () => {
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
  it('shows what each save changed, and restores a version', async () => {
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
    expect(visibleTextOf(html)).toContain('Ann Archer');
    const older = await bea.get(`${path}?version=1`);
    const form = await readFormFields(older);
    const dateBefore = (await article(id)).publish_date;
    const answer = await postForm(bea, path, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, editPath(id)]);
    expect(await article(id)).toMatchObject({
      content: '<p>First words.</p>',
      slug: 'moved',
      status: 'published',
      version: 3,
      publish_date: dateBefore,
    });
    const { rows } = await site.db.query("select version from article_revisions where cause = 'restore'");
    expect(rows).toEqual([{ version: 3 }]);
    expect(visibleTextOf(await (await bea.get(editPath(id))).text())).toContain(
      'Article updated successfully',
    );
    for (const wrong of ['?version=99', '?version=x', '?version=-1'])
      expect((await bea.get(path + wrong)).status, wrong).toBe(404);
    const stale = await postForm(bea, path, { revision: '2', version: '2' });
    expect(stale.status).toBe(409);
  });

  it('keeps the publish date of an archived article, and brings back a summary with angle brackets', async () => {
    const summary = 'Write to <jane@firm.com>';
    const id = await createByForm(ann, { status: 'published' });
    await site.db.query('update articles set summary = $2 where id = $1', [id, summary]);
    const changed = { title: 'Archived', status: 'archived', summary: 'Call' };
    await postForm(ann, editPath(id), { ...(await open(ann, id)), ...changed });
    await site.db.query("update articles set publish_date = '2024-05-01' where id = $1", [id]);
    const path = `/admin/articles/${id}/revisions`;
    const form = await readFormFields(await ann.get(`${path}?version=2`));
    expect((await postForm(ann, path, form)).status).toBe(303);
    expect(await article(id)).toMatchObject({
      title: NEW_ARTICLE.title,
      summary,
      status: 'archived',
      publish_date: new Date('2024-05-01'),
    });
  });
});

const autosaveNew = async (visitor: Visitor, id: string) => {
  const saved = await postForm(visitor, AUTOSAVE, {
    ...NEW_ARTICLE,
    id,
    copy: id,
    version: '0',
    title: `Draft ${id}`,
  });
  expect(saved.status).toBe(200);
};
const draftsOf = async (email: string) => {
  const { rows } = await site.db.query(
    'select d.id from article_drafts d join users u on u.id = d.user_id where u.email = $1 order by d.id',
    [email],
  );
  return rows.map(({ id }) => String(id));
};

describe('autosave', () => {
  it('stores a draft for its author only and deletes it after the save', async () => {
    const id = await createByForm(ann);
    const form = await open(ann, id);
    const autosaved = await postForm(ann, AUTOSAVE, { ...form, title: 'Half a thou' });
    expect(autosaved.status).toBe(200);
    expect(await autosaved.json()).toEqual({ savedAt: expect.stringMatching(/^\d{4}-/) });
    await postForm(ann, AUTOSAVE, { ...form, title: 'Half a thought' });
    expect(await count('article_drafts')).toBe(1);
    expect((await article(id)).title).toBe(NEW_ARTICLE.title);
    expect(visibleTextOf(await (await bea.get(editPath(id))).text())).not.toContain('Half a thought');
    const page = await (await ann.get(editPath(id))).text();
    expect(visibleTextOf(page)).toContain('Half a thought');
    const draft = /\?draft=([0-9a-f-]{36})/.exec(page)?.[1];
    const restored = await readFormFields(await ann.get(`${editPath(id)}?draft=${draft}`));
    expect(restored).toMatchObject({ title: 'Half a thought', version: '1' });
    expect((await postForm(ann, editPath(id), restored)).status).toBe(303);
    expect(await count('article_drafts')).toBe(0);
  });

  it('of an outdated version leads to a conflict and loses nothing', async () => {
    const id = await createByForm(ann);
    await postForm(ann, AUTOSAVE, { ...(await open(ann, id)), title: 'Typed before' });
    await postForm(bea, editPath(id), { ...(await open(bea, id)), title: 'Saved meanwhile' });
    const { rows } = await site.db.query('select id from article_drafts');
    const restored = await readFormFields(await ann.get(`${editPath(id)}?draft=${rows[0].id}`));
    const answer = await postForm(ann, editPath(id), restored);
    expect(answer.status).toBe(409);
    expect(await readFormFields(answer)).toMatchObject({ title: 'Typed before', version: '1', over: '2' });
  });

  it('offers long drafts without reading them, and restores one completely', async () => {
    const id = await createByForm(ann);
    const content = `<p>${'Long words. '.repeat(120_000)}</p>`;
    await postForm(ann, AUTOSAVE, { ...(await open(ann, id)), title: 'A long one' });
    await site.db.query(
      "update article_drafts set fields = jsonb_set(fields, '{content}', to_jsonb($1::text))",
      [content],
    );
    const page = await (await ann.get(editPath(id))).text();
    const draft = /\?draft=([0-9a-f-]{36})/.exec(page)?.[1];
    expect(visibleTextOf(page)).toContain('A long one');
    const restored = await readFormFields(await ann.get(`${editPath(id)}?draft=${draft}`));
    expect(restored.content?.length).toBe(content.length);
    expect((await ann.get(`${editPath(id)}?draft=x`)).status).toBe(200);
  });

  it('arriving after its save is not offered', async () => {
    const id = await createByForm(ann);
    const form = { ...(await open(ann, id)), title: 'Saved words', summary: '' };
    await postForm(ann, editPath(id), form);
    await postForm(ann, AUTOSAVE, form);
    expect(await (await ann.get(editPath(id))).text()).not.toContain('?draft=');
    // With slug and summary of the form, which have followed title and content since.
    await site.empty('article_drafts');
    const next = { ...(await open(ann, id)), title: 'Other words', content: '<p>Other text.</p>' };
    await postForm(ann, editPath(id), next);
    await postForm(ann, AUTOSAVE, next);
    expect(await count('article_drafts')).toBeGreaterThan(0);
    expect(await (await ann.get(editPath(id))).text()).not.toContain('?draft=');
  });

  it('stores a new article too, until it is discarded or saved', async () => {
    const form = await readFormFields(await ann.get('/admin/articles/new'));
    await postForm(ann, AUTOSAVE, { ...form, ...NEW_ARTICLE, title: 'Never saved' });
    const page = await ann.get('/admin/articles/new');
    const html = await page.text();
    expect(visibleTextOf(html)).toContain('Never saved');
    expect(visibleTextOf(await (await bea.get('/admin/articles/new')).text())).not.toContain('Never saved');
    const restored = await readFormFields(await ann.get(`/admin/articles/new?draft=${form.id}`));
    expect(restored).toMatchObject({ title: 'Never saved', restored: form.id });
    const external = await postForm(bea, '/admin/articles/new', { intent: 'discard', draft: form.id ?? '' });
    expect([external.status, await count('article_drafts')]).toEqual([303, 1]);
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

  it('keeps the newest 50 drafts of an account, and those of other accounts', async () => {
    await autosaveNew(bea, crypto.randomUUID());
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
    for (const id of ids) await autosaveNew(ann, id);
    expect(await draftsOf('ann@example.com')).toEqual(ids.slice(10).sort());
    expect(await draftsOf('bea@example.com')).toHaveLength(1);
    await autosaveNew(ann, String(ids[10]));
    expect(await draftsOf('ann@example.com')).toContain(ids[10]);
    const { rows } = await site.db.query(
      "select fields->>'title' as title from article_drafts where id = $1",
      [ids[59]],
    );
    expect(rows).toEqual([{ title: `Draft ${ids[59]}` }]);
  });

  it('deletes the oldest drafts of an account beyond 100 MB, and never the one being saved', async () => {
    const [old, huge, small] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await autosaveNew(ann, old);
    await autosaveNew(ann, small);
    await site.db.query("update article_drafts set saved_at = saved_at - interval '1 minute' where id = $1", [
      old,
    ]);
    const store = (how: string) =>
      site.db.query(`alter table article_drafts alter column fields set storage ${how}`);
    await store('external');
    await site.db.query(
      `insert into article_drafts (id, user_id, base_version, fields, saved_at)
        select $1, id, 0, jsonb_build_object('title', 'Huge', 'content', repeat('x', 100000000)),
          now() - interval '30 seconds'
        from users where email = 'ann@example.com'`,
      [huge],
    );
    await store('extended');
    await autosaveNew(ann, small);
    expect(await draftsOf('ann@example.com')).toEqual([small]);
  });

  it('continues after the first save, even if a draft arrives during it', async () => {
    const id = await createByForm(ann);
    await site.db.query(
      "insert into article_drafts (id, user_id, base_version, fields) select $1, id, 0, '{}' from users where email = 'ann@example.com'",
      [id],
    );
    await postForm(ann, AUTOSAVE, { ...(await open(ann, id)), copy: id, title: 'Typed on' });
    const restored = await readFormFields(await ann.get(`${editPath(id)}?draft=${id}`));
    expect(restored).toMatchObject({ title: 'Typed on', version: '1' });
    expect(await count('article_drafts')).toBe(1);
  });
});

describe('two tabs of one person', () => {
  const draftsOffered = async (visitor: Visitor, path: string) =>
    [...(await (await visitor.get(path)).text()).matchAll(/\?draft=([0-9a-f-]{36})/g)].map(([, id]) => id);

  it('store separate drafts, and a save deletes only its own', async () => {
    const id = await createByForm(ann);
    const [one, two] = [await open(ann, id), await open(ann, id)];
    await postForm(ann, AUTOSAVE, { ...one, title: 'Typed in the first' });
    await postForm(ann, AUTOSAVE, { ...two, title: 'Typed in the second' });
    await postForm(ann, AUTOSAVE, { ...one, title: 'Typed in the first, and on' });
    const page = visibleTextOf(await (await ann.get(editPath(id))).text());
    expect(page).toContain('Typed in the first, and on');
    expect(page).toContain('Typed in the second');
    expect((await postForm(ann, editPath(id), { ...one, title: 'Typed in the first, and on' })).status).toBe(
      303,
    );
    const [left, ...more] = await draftsOffered(ann, editPath(id));
    expect([left, more]).toEqual([two.copy, []]);
    // The other tab gets a conflict with both versions.
    const answer = await postForm(ann, editPath(id), { ...two, title: 'Typed in the second' });
    const conflict = visibleTextOf(await answer.clone().text());
    expect([answer.status, conflict]).toEqual([409, expect.stringContaining('Typed in the first, and on')]);
    const merge = await readFormFields(answer);
    expect(merge.title).toBe('Typed in the second');
    const merged = await postForm(ann, editPath(id), { ...merge, 'take-title': '', next: 'save' });
    expect([merged.status, await draftsOffered(ann, editPath(id))]).toEqual([303, []]);
    expect((await article(id)).title).toBe('Typed in the second');
  });

  it('continue with separate drafts after both restore the same one', async () => {
    const id = await createByForm(ann);
    const first = await open(ann, id);
    await postForm(ann, AUTOSAVE, { ...first, title: 'Left behind' });
    const restored = `${editPath(id)}?draft=${first.copy}`;
    const [one, two] = [
      await readFormFields(await ann.get(restored)),
      await readFormFields(await ann.get(restored)),
    ];
    await postForm(ann, AUTOSAVE, { ...one, title: 'Left behind, on in one' });
    await postForm(ann, AUTOSAVE, { ...two, title: 'Left behind, on in two' });
    const offers = await draftsOffered(ann, editPath(id));
    expect(offers.sort()).toEqual([one.copy, two.copy].map(String).sort());
  });

  it('lose nothing when one restores a draft that the other keeps editing', async () => {
    const id = await createByForm(ann);
    const active = await open(ann, id);
    await postForm(ann, AUTOSAVE, { ...active, title: 'So far' });
    const other = await readFormFields(await ann.get(`${editPath(id)}?draft=${active.copy}`));
    await postForm(ann, AUTOSAVE, { ...active, title: 'So far, and further' });
    await postForm(ann, editPath(id), other);
    expect(await draftsOffered(ann, editPath(id))).toEqual([active.copy]);
    // A request with the id of another person's draft does not replace it.
    const forged = await postForm(bea, AUTOSAVE, { ...(await open(bea, id)), copy: active.copy ?? '' });
    expect(forged.status).toBe(200);
    expect(visibleTextOf(await (await ann.get(editPath(id))).text())).toContain('So far, and further');
  });

  it('with new articles keep separate drafts, also after restoring', async () => {
    const [one, two] = [
      await readFormFields(await ann.get('/admin/articles/new')),
      await readFormFields(await ann.get('/admin/articles/new')),
    ];
    await postForm(ann, AUTOSAVE, { ...one, ...NEW_ARTICLE, title: 'New in one' });
    await postForm(ann, AUTOSAVE, { ...two, ...NEW_ARTICLE, title: 'New in two' });
    const back = await readFormFields(await ann.get(`/admin/articles/new?draft=${one.id}`));
    expect([back.title, back.id === one.id]).toEqual(['New in one', false]);
    expect((await postForm(ann, '/admin/articles/new', back)).status).toBe(303);
    expect(await draftsOffered(ann, '/admin/articles/new')).toEqual([two.id]);
  });
});
