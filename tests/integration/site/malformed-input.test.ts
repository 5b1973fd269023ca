// Malformed input is normalized or rejected with a reason, and never causes a server error.
import { describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest();
const NEW = '/admin/articles/new';
const AUTOSAVE = '/admin/articles/autosave';

describe('a null character', () => {
  it.each([
    'audit?q',
    'redirects?q',
    'media?search',
    'articles?search',
  ])('in /admin/%s is ignored', async (list) => {
    expect((await admin.get(`/admin/${list}=%00`)).status).toBe(200);
    expect((await admin.get(`/admin/${list}=zz%00z`)).status).toBe(200);
  });

  it('in a form is removed', async () => {
    const fields = { intent: 'sign-up', fullName: 'Ann\0 Lee', email: 'ann@example.com', password: PASSWORD };
    expect((await visit(site).post('/auth', fields)).status).toBe(303);
    const { rows } = await site.db.query(
      "select full_name from pending_sign_ups where full_name like 'Ann%'",
    );
    expect(rows).toEqual([{ full_name: 'Ann Lee' }]);
    const dismissed = await admin.post('/admin/redirects', { intent: 'dismiss', path: '/gone\0' });
    expect(dismissed.status).toBe(303);
    const form = await readFormFields(await admin.get(NEW));
    expect((await postForm(admin, AUTOSAVE, { ...form, ...NEW_ARTICLE, title: 'A\0 b' })).status).toBe(200);
    const subscribed = await visit(site).post('/subscribe', { email: 'a\0@example.com', source: 'footer' });
    expect(subscribed.status).toBeLessThan(500);
  });
});

describe('an invalid number', () => {
  it.each(['99999999999', '9'.repeat(400), '-1', 'x'])('as version is stale: %s', async (version) => {
    const id = await createByForm(admin);
    const form = await readFormFields(await admin.get(editPath(id)));
    const title = 'Another title';
    expect((await postForm(admin, editPath(id), { ...form, title, version })).status).toBe(409);
    expect((await postForm(admin, AUTOSAVE, { ...form, title, version })).status).toBe(200);
    const restored = await admin.post(`/admin/articles/${id}/revisions`, { version, revision: version });
    expect([404, 409]).toContain(restored.status);
  });

  it('in the address of an article or page returns 404, signed in or not', async () => {
    for (const path of ['/admin/articles/2026-13-45/edit', '/admin/pages/2026-13-45/edit'])
      for (const who of [admin, visit(site)])
        expect((await who.post(path, { version: '1', title: 'x' })).status).toBe(404);
  });

  it('as session id ends no session', async () => {
    for (const session of ['-'.repeat(36), `${'0'.repeat(35)}-`])
      expect((await admin.post('/account/security', { intent: 'end-session', session })).status).toBe(303);
    expect((await admin.get('/account')).status).toBe(200);
  });
});

describe('overlong text', () => {
  /** Random text, because repeated text would compress well in an index. */
  const randomText = (count: number) =>
    Array.from({ length: count }, (_, index) => ((index * 2_654_435_761) % 2 ** 32).toString(36)).join('');

  it('is not mistaken for the address of an image', async () => {
    const id = await createByForm(admin, { content: `<p>/media/a.jpg /media/${randomText(2_000)}</p>` });
    const { rows } = await site.db.query('select key from media_uses where owner_id = $1', [id]);
    expect(rows).toEqual([{ key: 'a.jpg' }]);
  });

  const images = Array.from({ length: 51 }, (_, n) => `<img src="data:image/png;base64,${btoa(String(n))}">`);
  it('made only of opening brackets is returned too', async () => {
    const answer = await postForm(admin, NEW, { ...NEW_ARTICLE, content: '<'.repeat(900_000) });
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain('This is too long for one article');
  });

  it.each([
    ['URL Slug is limited to 200 characters', { slug: 'x'.repeat(201) }],
    ['Image URL is too long', { imageUrl: `https://elsewhere.test/${'x'.repeat(2_000)}` }],
    ['Summary is limited to 2000 characters', { summary: 'x '.repeat(1_001) }],
    [
      'This is too long for one article. Split it into several',
      { content: `<p>${'x'.repeat(1_000_000)}</p>` },
    ],
    ['You can add 50 images per save', { content: `<p>${images.join('')}</p>` }],
  ])('reports "%s" and keeps the input', async (reason, part) => {
    const typed = { ...NEW_ARTICLE, summary: 'Mine', ...part };
    const answer = await postForm(admin, NEW, typed);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.clone().text())).toContain(reason);
    const { id: _id, version: _version, copy: _copy, ...given } = await readFormFields(answer);
    expect(given).toEqual(typed);
  });
});
