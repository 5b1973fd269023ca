// The check of a text's links while it is written: what is broken, who may ask, and what is refused.
import { beforeAll, describe, expect } from 'vitest';
import { ROLES } from '~/features/accounts/account';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest();
const AT = '/admin/articles/broken-links';
const JSON_BODY = { 'content-type': 'application/json' };
const staff: Record<string, Visitor> = {};

beforeAll(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
  for (const role of ROLES) {
    await addAccount(site.db, { email: `${role}@example.com`, role });
    const who = visit(site);
    staff[role ?? ''] = who;
    await who.signIn(`${role}@example.com`);
  }
});

async function ask(body: unknown, role = 'author'): Promise<{ status: number; answer: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await staff[role]?.post(AT, text, JSON_BODY);
  expect(response?.headers.get('cache-control')).toBe('no-store');
  return { status: response?.status ?? 0, answer: await response?.json() };
}

describe('checking links', () => {
  it('names paths without a published page, and no others', async () => {
    await addArticle(site.db, {
      slug: 'there',
      category: 'tools',
      tags: ['intake'],
      author: 'Dana Whitfield',
    });
    await site.db.query("update articles set slug = 'there-now' where slug = 'there'");
    await addArticle(site.db, { slug: 'a-draft', status: 'draft' });
    await addArticle(site.db, { slug: 'in-the-trash', deleted: true });
    await site.db.query("insert into redirects (from_path, to_path) values ('/moved', '/newsletter')");
    const fine = [
      ...['/', '/article/there-now', '/article/there', '/category/tools', '/category/tools/feed.xml'],
      ...['/tag/intake', '/tag/intake/feed.xml', '/author/dana-whitfield', '/moved', '/newsletter'],
      ...['/media/a.png', '/account/security', '/opensearch.xml', '/og-default.jpg'],
    ];
    const broken = [
      ...['/article/nowhere', '/article/a-draft', '/article/in-the-trash', '/tag/none', '/tag/none/feed.xml'],
      ...['/category/none', '/author/none', '/page/none', '/gone', '/article/%zz', "/article/'or''='"],
    ];
    expect(await ask({ paths: [...fine, ...broken, '/gone'] })).toEqual({ status: 200, answer: { broken } });
  });

  it('accepts 200 paths, and an empty list', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `/article/none-${index}`);
    expect(await ask({ paths })).toEqual({ status: 200, answer: { broken: paths } });
    expect(await ask({ paths: [] })).toEqual({ status: 200, answer: { broken: [] } });
  });

  it.each([
    ['text that is not JSON', '{"paths":'],
    ['no list', {}],
    ['another type', { paths: '/a' }],
    ['another type in the list', { paths: [1] }],
    ['null', null],
    ['201 paths', { paths: Array.from({ length: 201 }, (_, index) => `/${index}`) }],
    ['a path of 501 characters', { paths: [`/${'a'.repeat(500)}`] }],
    ['an address of a site', { paths: ['https://magazine.test/a'] }],
    ['a null character', { paths: ['/a\0'] }],
    ['half of a character', { paths: ['/\ud800'] }],
    ['a space', { paths: ['/a b'] }],
  ])('refuses %s with a reason', async (_name, body) => {
    const { status, answer } = await ask(body);
    expect([status, answer]).toEqual([422, { message: expect.stringMatching(/\w/) }]);
  });

  it.each([
    ['admin', 200],
    ['editor', 200],
    ['author', 200],
    ['sales', 403],
    ['audience', 403],
  ])('answers the role %s with %d', async (role, status) => {
    expect((await ask({ paths: ['/gone'] }, role)).status).toBe(status);
  });

  it('sends visitors to sign in, and shows no page', async () => {
    const refused = await visit(site).post(AT, JSON.stringify({ paths: ['/gone'] }), JSON_BODY);
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      `/auth?redirect=${encodeURIComponent(AT)}`,
    ]);
    const page = await staff.author?.get(AT);
    expect([page?.status, page?.headers.get('location')]).toEqual([302, '/admin/articles']);
  });
});
