// Draft previews: for staff at the article's own address, for others through a link that expires.
import { beforeAll, expect } from 'vitest';
import { connectAdmin } from '../../support/accounts/auth-client';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { addAccount } from '../../support/factory';
import { cacheState, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin: editor } = adminTest({ pageCache: 'on' });

beforeAll(() => addAccount(site.db));

it('shows a draft with a ribbon to an admin and to no one else', async () => {
  await createByForm(editor, { slug: 'secret', content: '<p>Not yet.</p>' });
  const reader = visit(site);
  await reader.signIn();
  for (const other of [visit(site), reader]) expect((await other.get('/article/secret')).status).toBe(404);
  const page = await editor.get('/article/secret');
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const html = await page.text();
  expect(visibleTextOf(html)).toContain('Draft preview');
  expect(html).toContain('Not yet.');
  expect(html).toContain('noindex');
  expect((await visit(site).get('/article/secret')).status).toBe(404);
});

it('shows readers changes of a published article immediately', async () => {
  const id = await createByForm(editor, { slug: 'live', status: 'published', content: '<p>Old words.</p>' });
  await site.get('/article/live');
  expect(cacheState(await site.get('/article/live'))).toBe('hit');
  const form = await readFormFields(await editor.get(editPath(id)));
  await postForm(editor, editPath(id), { ...form, content: '<p>New words.</p>' });
  const html = await site.text('/article/live');
  expect(html).toContain('New words.');
  expect(html).not.toContain('Draft preview');
  expect(await (await editor.get('/article/live')).text()).not.toContain('Draft preview');
});

it('shows the public view through a link once a members-only article is published, also if it is archived later', async () => {
  const content = '<p>One.</p><p>Two.</p><p>Three.</p><p>Four.</p><p>The hidden clause, at some length.</p>';
  const id = await createByForm(editor, { slug: 'for-members', summary: 'What it is about.', content });
  await site.db.query('update articles set members_only = true where id = $1', [id]);
  const answer = await postForm(editor, `/admin/articles/${id}/share`, { intent: 'share' });
  const link = /\/preview\/([0-9a-f]{64})/.exec(await answer.text())?.[0] ?? '';
  expect(await site.text(link)).toContain('The hidden clause');
  for (const status of ['published', 'archived']) {
    await site.db.query('update articles set status = $2, publish_date = now() where id = $1', [id, status]);
    const html = await site.text(link);
    expect(html).toContain('One.');
    expect(html).not.toContain('The hidden clause');
    expect(visibleTextOf(html)).toContain('Sign in to keep reading');
  }
});

it('shows a draft through a link until it is revoked or expires', async () => {
  const id = await createByForm(editor, { slug: 'shared', content: '<p>For your eyes.</p>' });
  const path = `/admin/articles/${id}/share`;
  const linkOf = (html: string) => /\/preview\/([0-9a-f]{64})/.exec(html)?.[0] ?? '';
  const link = linkOf(await (await postForm(editor, path, { intent: 'share' })).text());
  const page = await site.get(link);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const html = await page.text();
  expect(html).toContain('For your eyes.');
  expect(visibleTextOf(html)).toContain('Draft preview');
  expect(html).toContain('noindex');
  expect(await (await editor.get(path)).text()).not.toContain(link);
  expect((await site.get(`/preview/${'0'.repeat(64)}`)).status).toBe(404);
  await site.db.query("update article_previews set expires_at = now() - interval '1 second'");
  expect((await site.get(link)).status).toBe(404);
  const second = linkOf(await (await postForm(editor, path, { intent: 'share' })).text());
  expect((await site.get(second)).status).toBe(200);
  await postForm(editor, path, { intent: 'revoke' });
  expect((await site.get(second)).status).toBe(404);
  // Revokes nothing, so it is not recorded.
  await postForm(editor, path, { intent: 'revoke' });
  const { rows } = await site.db.query(
    "select event, subject from audit_log where event like 'preview_%' and details ->> 'id' = $1 order by id",
    [id],
  );
  const line = (event: string) => ({ event, subject: NEW_ARTICLE.title });
  expect(rows).toEqual(['preview_shared', 'preview_shared', 'preview_revoked'].map(line));
});

it('shows nothing through a link once its maker may no longer read drafts', async () => {
  const id = await createByForm(editor, { slug: 'made-by-ed', content: '<p>Between us.</p>' });
  const share = async (who = editor) => {
    const answer = await postForm(who, `/admin/articles/${id}/share`, { intent: 'share' });
    return /\/preview\/([0-9a-f]{64})/.exec(await answer.text())?.[0] ?? '';
  };
  const link = await share();
  const statusOf = async (path: string) => (await site.get(path)).status;
  const admin = connectAdmin(site);
  for (const [what, end] of [
    ['role', (user: string) => editor.post('/admin/people', { intent: 'role', id: user, role: 'reader' })],
    [
      'demotion',
      (user: string) => editor.post('/admin/people', { intent: 'role', id: user, role: 'author' }),
    ],
    ['disabling', (user: string) => editor.post('/admin/people', { intent: 'disable', id: user })],
    ['ban', (user: string) => admin.updateUserById(user, { ban_duration: '1h' })],
    ['deletion', (user: string) => admin.deleteUser(user)],
  ] as const) {
    const email = `${what}@example.com`;
    const user = await addAccount(site.db, { email, role: 'editor', fullName: 'Ed Editor' });
    const ed = visit(site);
    await ed.signIn(email);
    const theirs = await share(ed);
    await site.db.query("update profiles set full_name = 'Edith' where user_id = $1", [user]);
    expect([what, await statusOf(theirs)]).toEqual([what, 200]);
    await end(user);
    expect([what, await statusOf(theirs), await statusOf(link)]).toEqual([what, 404, 200]);
  }
});
