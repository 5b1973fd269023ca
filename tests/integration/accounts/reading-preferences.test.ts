// Reading preferences: stored with the account, copied to a cookie for scripts, and removed with the session.
import { beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const READING = '/account/reading';
const CHOICE = { theme: 'dark', textSize: 'large', typeface: 'sans' };

const { it, site } = siteTest({ pageCache: 'on' });
let ann: Visitor;
let id: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: 'ann@example.com' });
  ann = visit(site);
  await ann.signIn();
});

const stored = async () => {
  const { rows } = await site.db.query('select theme, text_size, typeface from profiles where user_id = $1', [
    id,
  ]);
  return rows[0];
};
const checked = (html: string) =>
  (html.match(/<input type="radio"[^>]*\schecked=""[^>]*>/g) ?? []).map(
    (tag) => /value="([^"]*)"/.exec(tag)?.[1],
  );

describe('reading preferences', () => {
  it('start with the defaults of visitors', async () => {
    expect(checked(await (await ann.get(READING)).text())).toEqual(['standard', 'serif', 'device']);
    expect(ann.cookies.has('__Host-reading')).toBe(false);
    expect(await stored()).toEqual({ theme: null, text_size: 'standard', typeface: 'serif' });
  });

  it('are saved by a plain form, confirmed, and set as a cookie', async () => {
    const saved = await ann.post(READING, CHOICE);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, READING]);
    expect(ann.cookies.get('__Host-reading')).toBe('dark.large.sans');
    expect(saved.headers.getSetCookie().find((line) => line.startsWith('__Host-reading='))).toMatch(
      /Path=\/; SameSite=Lax/,
    );
    const html = await (await ann.get(READING)).text();
    expect(visibleTextOf(html)).toContain('Reading preferences saved');
    expect(checked(html)).toEqual(['large', 'sans', 'dark']);
    expect(await stored()).toEqual({ theme: 'dark', text_size: 'large', typeface: 'sans' });
    await ann.post(READING, { theme: 'system', textSize: 'standard', typeface: 'serif' });
    expect(ann.cookies.get('__Host-reading')).toBe('system');
  });

  it('apply without JavaScript on pages for members', async () => {
    await addArticle(site.db, { slug: 'escrow', membersOnly: true });
    const readingAttribute = async () =>
      /<div data-reading="([^"]*)"><div class="article-page"/.exec(
        await (await ann.get('/account/read/escrow')).text(),
      )?.[1];
    expect(await readingAttribute()).toBeUndefined();
    await ann.post(READING, CHOICE);
    expect(await readingAttribute()).toBe('large sans');
  });

  it('keep the device theme until a theme is chosen, and restore it on request', async () => {
    const asOnDevice = { ...CHOICE, theme: 'device' };
    await ann.post(READING, asOnDevice);
    expect(ann.cookies.get('__Host-reading')).toBe('large.sans');
    await ann.post(READING, CHOICE);
    await ann.post(READING, asOnDevice);
    expect(ann.cookies.get('__Host-reading')).toBe('large.sans');
    expect(checked(await (await ann.get(READING)).text())).toEqual(['large', 'sans', 'device']);
    expect((await stored()).theme).toBeNull();
  });

  it('reach another device at sign-in, before the first page', async () => {
    await ann.post(READING, CHOICE);
    const phone = visit(site);
    await phone.signIn();
    expect(visibleTextOf(await (await phone.get('/')).text())).toContain('Welcome back!');
    expect(phone.cookies.get('__Host-reading')).toBe('dark.large.sans');
    // A change on one device reaches the other with its next `/api/me` request.
    await phone.post(READING, { ...CHOICE, textSize: 'small' });
    await ann.get('/api/me');
    expect(ann.cookies.get('__Host-reading')).toBe('dark.small.sans');
    const again = await ann.get('/api/me');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('are removed from a shared device when the session ends', async () => {
    await ann.post(READING, CHOICE);
    await ann.post('/auth/sign-out', {});
    // The device cookie stays: it contains nothing about the person.
    expect([...ann.cookies.keys()].sort()).toEqual(['__Host-device', '__Host-notice']);
    await ann.signIn();
    await ann.get('/');
    expect(ann.cookies.get('__Host-reading')).toBe('dark.large.sans');
    await site.db.query('update sessions set revoked_at = now()');
    await ann.get('/api/me');
    expect(ann.cookies.has('__Host-reading')).toBe(false);
  });

  it('do not carry over from the previous user of the browser', async () => {
    await ann.post(READING, CHOICE);
    await addAccount(site.db, { email: 'bob@example.com' });
    await ann.signIn('bob@example.com');
    await ann.get('/');
    expect(ann.cookies.has('__Host-reading')).toBe(false);
  });

  it('leave public pages shared and without cookies', async () => {
    await addArticle(site.db, { slug: 'one' });
    await ann.get('/');
    await ann.post(READING, CHOICE);
    await ann.get(READING);
    const plain = await site.text('/article/one');
    const theirs = await ann.get('/article/one');
    expect(theirs.headers.get('server-timing')).toContain('cache;desc="hit"');
    expect(theirs.headers.getSetCookie()).toEqual([]);
    expect(await theirs.text()).toBe(plain);
  });

  it.each([
    ['theme', 'sepia'],
    ['textSize', '400%'],
    ['typeface', ''],
  ])('reject %s %j and keep the other choices', async (field, value) => {
    const refused = await ann.post(READING, { ...CHOICE, [field]: value });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain('Reading preferences not saved');
    const rest = Object.entries(CHOICE).flatMap(([name, chosen]) => (name === field ? [] : [chosen]));
    expect(checked(html).sort()).toEqual(rest.sort());
    expect((await stored()).text_size).toBe('standard');
  });

  it('are limited to known values in the database', async () => {
    for (const column of ['theme', 'text_size', 'typeface'])
      await expect(site.db.query(`update profiles set ${column} = 'odd'`)).rejects.toThrow(/_known/);
  });

  it('store the theme of the switch for signed-in users only', async () => {
    await ann.post(READING, CHOICE);
    const switched = await ann.post('/account/theme', { theme: 'light' });
    expect(await switched.json()).toEqual({ theme: 'light' });
    expect(ann.cookies.get('__Host-reading')).toBe('light.large.sans');
    expect(await stored()).toMatchObject({ theme: 'light', text_size: 'large' });
    expect((await ann.post('/account/theme', { theme: 'sepia' })).status).toBe(422);
    const signedOut = await visit(site).post('/account/theme', { theme: 'dark' });
    expect([signedOut.status, signedOut.headers.getSetCookie()]).toEqual([401, []]);
    const external = await ann.post('/account/theme', { theme: 'dark' }, { origin: 'https://evil.test' });
    expect([external.status, (await stored()).theme]).toEqual([403, 'light']);
  });

  it('are included in the data export', async () => {
    await ann.post(READING, CHOICE);
    const data = await (await ann.post('/account/export/file', {})).json();
    expect((data as { profile: object }).profile).toMatchObject(CHOICE);
  });
});
