// How somebody likes to read: kept with the account, told to the browser's script, and gone with the session.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const READING = '/account/reading';
const CHOICE = { theme: 'dark', textSize: 'large', typeface: 'sans' };

let site: Site;
let ann: Visitor;
let id: string;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on' });
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: 'ann@example.com' });
  ann = visit(site);
  await ann.signIn();
});
afterAll(() => site.stop());

const kept = async () => {
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
  it('are what visitors get, until somebody chooses', async () => {
    expect(checked(await (await ann.get(READING)).text())).toEqual(['standard', 'serif', 'device']);
    expect(ann.cookies.has('__Host-reading')).toBe(false);
    expect(await kept()).toEqual({ theme: null, text_size: 'standard', typeface: 'serif' });
  });

  it('are saved by a plain form, said, and told to the browser', async () => {
    const saved = await ann.post(READING, CHOICE);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, READING]);
    expect(ann.cookies.get('__Host-reading')).toBe('dark.large.sans');
    expect(saved.headers.getSetCookie().find((line) => line.startsWith('__Host-reading='))).toMatch(
      /Path=\/; SameSite=Lax/,
    );
    const html = await (await ann.get(READING)).text();
    expect(textOf(html)).toContain('Reading preferences saved');
    expect(checked(html)).toEqual(['large', 'sans', 'dark']);
    expect(await kept()).toEqual({ theme: 'dark', text_size: 'large', typeface: 'sans' });
    await ann.post(READING, { theme: 'system', textSize: 'standard', typeface: 'serif' });
    expect(ann.cookies.get('__Host-reading')).toBe('system');
  });

  it('hold without JavaScript on the page of an article for members', async () => {
    await addArticle(site.db, { slug: 'escrow', membersOnly: true });
    const wordsOf = async () =>
      /<div data-reading="([^"]*)"><div class="article-page"/.exec(
        await (await ann.get('/account/read/escrow')).text(),
      )?.[1];
    expect(await wordsOf()).toBeUndefined();
    await ann.post(READING, CHOICE);
    expect(await wordsOf()).toBe('large sans');
  });

  it('leave the theme to the device as long as somebody changes the text alone, and again when they say so', async () => {
    const asOnDevice = { ...CHOICE, theme: 'device' };
    await ann.post(READING, asOnDevice);
    expect(ann.cookies.get('__Host-reading')).toBe('large.sans');
    await ann.post(READING, CHOICE);
    await ann.post(READING, asOnDevice);
    expect(ann.cookies.get('__Host-reading')).toBe('large.sans');
    expect(checked(await (await ann.get(READING)).text())).toEqual(['large', 'sans', 'device']);
    expect((await kept()).theme).toBeNull();
  });

  it('come to another device with its sign-in, before the first page', async () => {
    await ann.post(READING, CHOICE);
    const phone = visit(site);
    await phone.signIn();
    expect(textOf(await (await phone.get('/')).text())).toContain('Welcome back!');
    expect(phone.cookies.get('__Host-reading')).toBe('dark.large.sans');
    // What is changed on one is known to the other with the next question who is signed in.
    await phone.post(READING, { ...CHOICE, textSize: 'small' });
    await ann.get('/api/me');
    expect(ann.cookies.get('__Host-reading')).toBe('dark.small.sans');
    const again = await ann.get('/api/me');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('leave a shared machine with the session, however it ends', async () => {
    await ann.post(READING, CHOICE);
    await ann.post('/auth/sign-out', {});
    // The device stays known, which says nothing about a person.
    expect([...ann.cookies.keys()].sort()).toEqual(['__Host-device', '__Host-notice']);
    await ann.signIn();
    await ann.get('/');
    expect(ann.cookies.get('__Host-reading')).toBe('dark.large.sans');
    await site.db.query('update sessions set revoked_at = now()');
    await ann.get('/api/me');
    expect(ann.cookies.has('__Host-reading')).toBe(false);
  });

  it('are not those of whoever was here before', async () => {
    await ann.post(READING, CHOICE);
    await addAccount(site.db, { email: 'bob@example.com' });
    await ann.signIn('bob@example.com');
    await ann.get('/');
    expect(ann.cookies.has('__Host-reading')).toBe(false);
  });

  it('change nothing about public pages, which are one for all and bring no cookie', async () => {
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
  ])('with %s %j are refused, and nothing chosen is lost', async (field, value) => {
    const refused = await ann.post(READING, { ...CHOICE, [field]: value });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(textOf(html)).toContain('Reading preferences not saved');
    const rest = Object.entries(CHOICE).flatMap(([name, chosen]) => (name === field ? [] : [chosen]));
    expect(checked(html).sort()).toEqual(rest.sort());
    expect((await kept()).text_size).toBe('standard');
  });

  it('are no others in the database either', async () => {
    for (const column of ['theme', 'text_size', 'typeface'])
      await expect(site.db.query(`update profiles set ${column} = 'odd'`)).rejects.toThrow(/_known/);
  });

  it('keep the theme of the switch, for whoever is signed in alone', async () => {
    await ann.post(READING, CHOICE);
    const switched = await ann.post('/account/theme', { theme: 'light' });
    expect(await switched.json()).toEqual({ theme: 'light' });
    expect(ann.cookies.get('__Host-reading')).toBe('light.large.sans');
    expect(await kept()).toMatchObject({ theme: 'light', text_size: 'large' });
    expect((await ann.post('/account/theme', { theme: 'sepia' })).status).toBe(422);
    const nobody = await visit(site).post('/account/theme', { theme: 'dark' });
    expect([nobody.status, nobody.headers.getSetCookie()]).toEqual([401, []]);
    const foreign = await ann.post('/account/theme', { theme: 'dark' }, { origin: 'https://evil.test' });
    expect([foreign.status, (await kept()).theme]).toEqual([403, 'light']);
  });

  it('are part of what one may take along', async () => {
    await ann.post(READING, CHOICE);
    const data = await (await ann.post('/account/export/file', {})).json();
    expect((data as { profile: object }).profile).toMatchObject(CHOICE);
  });
});
