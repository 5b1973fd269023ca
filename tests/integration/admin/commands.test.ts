// The command palette: what it lists for each role, and the articles it finds.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { ROLES } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { findCommands, listCommands } from '~/layouts/admin/shell/admin-sections';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
const all = listCommands(() => true);
const staff: Record<string, Visitor> = {};

beforeAll(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
  for (const role of ROLES) {
    const id = await addAccount(site.db, { email: `${role}@example.com`, role, fullName: `Robin ${role}` });
    const who = visit(site);
    staff[role ?? ''] = who;
    await who.signIn(`${role}@example.com`);
    if (role !== 'author') continue;
    const own = await addArticle(site.db, { title: 'Retainers, my draft', status: 'draft' });
    await site.db.query('update articles set owner_id = $1 where id = $2', [id, own]);
  }
  await addArticle(site.db, { title: 'Retainers explained' });
  await addArticle(site.db, { title: 'Retainers in the Trash', deleted: true });
  await addArticle(site.db, { title: 'About fees', content: '<p>Retainers are one kind.</p>', age: 0 });
  await addArticle(site.db, { title: 'Fees, a draft', content: '<p>Text.</p>', status: 'draft' });
});

describe('commands', () => {
  it.each(ROLES)('list for the role %s exactly what it may open', { timeout: 60_000 }, async (role) => {
    const open: string[] = [];
    for (const { to } of all) {
      const page = await staff[role ?? '']?.get(to);
      if (page?.status !== 403) expect([to, page?.status]).toEqual([to, 200]);
      if (page?.status === 200) open.push(to);
      await page?.body?.cancel();
    }
    expect(listCommands((capability) => may({ role }, capability)).map(({ to }) => to)).toEqual(open);
  });

  it('include every admin screen', () => {
    const root = new URL('../../../app/routes', import.meta.url).pathname;
    const screens = readdirSync(root)
      .filter((name) => /^admin[.-]/.test(name) && !name.includes('$'))
      .filter((name) => {
        const files = readdirSync(`${root}/${name}`);
        return (
          files.includes('route.tsx') &&
          /export default/.test(readFileSync(`${root}/${name}/route.tsx`, 'utf8'))
        );
      })
      .map((name) => `/${name.replaceAll('_.', '.').replace('._index', '').replaceAll('.', '/')}`);
    const listed = all.map(({ to }) => to);
    expect(screens.filter((path) => !listed.includes(path))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('are found by words of the label and the section, those that start with the text first', () => {
    const labels = (text: string) => findCommands(all, text).map(({ label }) => label);
    expect(labels('new art')).toEqual(['New Article']);
    expect(labels('  SEARCH ')[0]).toBe('Search');
    expect(labels('search add')).toEqual(['Add Synonyms']);
    expect(labels('news')[0]).toBe('Newsletter');
    expect(labels('(')).toEqual([]);
    expect(labels('')).toHaveLength(all.length);
  });
});

describe('articles', () => {
  const find = async (role: string, search: string, more: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ search, ...more });
    const answer = await staff[role]?.get(`/admin/articles/choices?${parameters}`);
    expect([search, answer?.status]).toEqual([search, 200]);
    const found = (await answer?.json()) as { title: string; status: string }[];
    return found.map(({ title }) => title);
  };

  it('are found by title before text, in every status, and not in the Trash', async () => {
    const found = await find('editor', 'retainers');
    expect(found.slice(0, 2).sort()).toEqual(['Retainers explained', 'Retainers, my draft']);
    expect(found[2]).toBe('About fees');
    expect(found).toHaveLength(3);
    expect(await find('admin', 're')).toContain('Retainers explained');
  });

  it('are only their own for authors', async () => {
    expect(await find('author', 'retainers')).toEqual(['Retainers, my draft']);
    expect(await find('author', 'fees')).toEqual([]);
  });

  it('as targets of links are also published ones for authors, but no other drafts', async () => {
    const links = { for: 'links' };
    expect((await find('author', 'retainers', links)).sort()).toEqual([
      'About fees',
      'Retainers explained',
      'Retainers, my draft',
    ]);
    expect(await find('author', 'fees', links)).toEqual(['About fees']);
    expect((await find('editor', 'fees', links)).sort()).toEqual(['About fees', 'Fees, a draft']);
    expect((await find('editor', 'retainers', links)).sort()).toEqual(
      (await find('editor', 'retainers')).sort(),
    );
    expect(await find('author', 'retainers', { for: 'other' })).toEqual(['Retainers, my draft']);
  });

  it('are not found by fewer than two characters or by text without words', async () => {
    for (const text of ['', 'r', ' r ', '\0', '%%', '"'.repeat(500), '\ud800x'])
      expect([text, await find('admin', text)]).toEqual([text, []]);
  });

  it('in the Trash stay unlisted for hostile text', async () => {
    for (const text of ["' or 1=1 --", '{"a":', '$1::jsonb', "retainers' || '"])
      expect(await find('admin', text)).not.toContain('Retainers in the Trash');
  });

  it.each(['sales', 'audience'])('are closed to the role %s', async (role) => {
    const answer = await staff[role]?.get('/admin/articles/choices?search=retainers');
    expect(answer?.status).toBe(403);
  });
});
