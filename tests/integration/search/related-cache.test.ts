// The cache of article pages, which list related articles.
import { beforeEach, describe, expect } from 'vitest';
import { editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { cacheState } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin: editor } = adminTest({ pageCache: 'on' });

beforeEach(() => emptyMagazine(site.db));

const PARTS = ['calls', 'forms', 'chats', 'emails'];

/** Articles on intake, whose lists contain each other, and one on another topic. The slugs are of this test only. */
async function addSome(test: string): Promise<string[]> {
  const ids: string[] = [];
  for (const part of PARTS)
    ids.push(
      await addArticle(site.db, {
        slug: `${test}-${part}`,
        title: `Client intake by ${part}`,
        content: '<p>Answer every new client within the hour, and write down what intake promised.</p>',
        author: `Writer ${part}`,
      }),
    );
  await addArticle(site.db, {
    slug: `${test}-trust`,
    title: 'Reconciling ledgers',
    content: '<p>Each month.</p>',
  });
  await site.runCron();
  return ids;
}

async function save(id: string | undefined, changes: Record<string, string>): Promise<void> {
  const path = editPath(String(id));
  const fields = await readFormFields(await editor.get(path));
  expect((await postForm(editor, path, { ...fields, ...changes })).status).toBe(303);
}

async function cache(slug: string): Promise<void> {
  await site.get(`/article/${slug}`);
  expect(cacheState(await site.get(`/article/${slug}`))).toBe('hit');
}

describe('a cached article page', () => {
  it('is purged when an article on it changes its title or is withdrawn', async () => {
    const [, forms] = await addSome('shown');
    await cache('shown-calls');
    await save(forms, { title: 'Client intake by a new name' });
    expect(await site.text('/article/shown-calls')).toContain('Client intake by a new name');
    await save(forms, { status: 'draft' });
    expect(await site.text('/article/shown-calls')).not.toContain('Client intake by a new name');
  });

  it('is purged when its list changes, and no other page is', async () => {
    const [calls, forms, chats] = await addSome('list');
    await site.db.query('delete from related_articles where article_id = $1 and related_id = $2', [
      calls,
      forms,
    ]);
    await cache('list-calls');
    await cache('list-chats');
    await cache('list-trust');
    await site.db.query('insert into related_outdated (article_id) values ($1)', [forms]);
    await site.runCron();
    expect(cacheState(await site.get('/article/list-calls'))).toBe('miss');
    expect(cacheState(await site.get('/article/list-chats'))).toBe('hit');
    expect(cacheState(await site.get('/article/list-trust'))).toBe('hit');
    await editor.post(`/admin/articles/${chats}/related`, { intent: 'exclude', id: String(calls) });
    expect(cacheState(await site.get('/article/list-chats'))).toBe('miss');
    expect(cacheState(await site.get('/article/list-trust'))).toBe('hit');
  });

  it('is purged when a draft that is pinned to it is published', async () => {
    const [calls] = await addSome('pin');
    const draft = await addArticle(site.db, { slug: 'pinned-draft', title: 'Pinned draft', status: 'draft' });
    await editor.post(`/admin/articles/${calls}/related`, { intent: 'pin', id: draft });
    await cache('pin-calls');
    await save(draft, { status: 'published' });
    await site.runCron();
    expect(await site.text('/article/pin-calls')).toContain('/article/pinned-draft');
  });
});
