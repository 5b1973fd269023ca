// The newsletter on the account pages: how it stands for the account's address, and what its owner does about it.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addAccount, emptyAccounts, emptyMagazine } from '../support/factory';
import { linksOf, textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const NEWSLETTER = '/account/newsletter';

let site: Site;
let ann: Visitor;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  await addAccount(site.db, { email: 'ann@example.com' });
  ann = visit(site);
  await ann.signIn();
  // Says "Welcome back!", once.
  await ann.get('/account');
});
afterAll(() => site.stop());

const addLead = (status: string, email = 'Ann@Example.com') =>
  site.db.query(
    `insert into leads (email, status, unsubscribed_at) values ($1, $2, case when $2 = 'unsubscribed' then now() end)`,
    [email, status],
  );
const leads = async () =>
  (await site.db.query('select email, source, status from leads order by email')).rows;
const main = async (who: Visitor = ann) => {
  const answer = await who.get(NEWSLETTER);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const html = await answer.text();
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
};
const buttons = (html: string) =>
  [...html.matchAll(/<button class="button[^>]*>([^<]*)</g)].map(([, words]) => words);
const press = (intent: string) => ann.post(NEWSLETTER, { intent });

describe('the newsletter of an account', () => {
  it.each([
    [null, 'Not subscribed', ['Subscribe']],
    ['pending', 'Not confirmed yet', ['Confirm subscription', 'Unsubscribe']],
    ['confirmed', 'The letter comes every Tuesday.', ['Unsubscribe']],
    ['unsubscribed', 'You are unsubscribed', ['Subscribe again']],
    ['bounced', 'Letters came back', []],
  ])('that is %s is shown so', async (status, words, ways) => {
    if (status) await addLead(status);
    const html = await main();
    expect(textOf(html)).toContain(words);
    expect(textOf(html)).toContain('Letters to ann@example.com.');
    expect(buttons(html)).toEqual(ways);
  });

  it('begins with a button: the account has proved whose mailbox it is, so no letter asks again', async () => {
    const done = await press('subscribe');
    expect([done.status, done.headers.get('location')]).toEqual([303, NEWSLETTER]);
    expect(textOf(await (await ann.get(NEWSLETTER)).text())).toContain('Your subscription is confirmed');
    expect(await leads()).toEqual([{ email: 'ann@example.com', source: 'account', status: 'confirmed' }]);
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
    expect((await press('subscribe')).status).toBe(303);
    expect(await leads()).toHaveLength(1);
  });

  it.each(['pending', 'unsubscribed'])('goes on when it was %s', async (status) => {
    await addLead(status);
    await press('subscribe');
    expect(await leads()).toMatchObject([{ email: 'Ann@Example.com', status: 'confirmed' }]);
  });

  it('ends with a button', async () => {
    await addLead('confirmed');
    expect((await press('unsubscribe')).status).toBe(303);
    expect(textOf(await (await ann.get(NEWSLETTER)).text())).toContain('No more letters go to this address.');
    expect(await leads()).toMatchObject([{ status: 'unsubscribed' }]);
    const { rows } = await site.db.query('select unsubscribed_at from leads');
    expect(rows[0].unsubscribed_at).not.toBeNull();
  });

  it('leads to the page that the links in letters lead to', async () => {
    await addLead('confirmed');
    const html = await main();
    const [token = ''] = linksOf(html, '/newsletter/preferences?token=');
    const page = await site.text(`/newsletter/preferences?token=${token}`);
    expect(textOf(page)).toContain('Letters to Ann@Example.com.');
    await addLead('confirmed', 'bob@example.com');
    expect(html).not.toContain('bob@example.com');
  });

  it('stays ended for a mailbox that letters came back from', async () => {
    await addLead('bounced');
    const refused = await press('subscribe');
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain('Letters to this address came back');
    await press('unsubscribe');
    expect(await leads()).toMatchObject([{ status: 'bounced' }]);
  });

  it('is nobody’s whose address is not confirmed', async () => {
    await addLead('confirmed');
    await site.db.query('update users set email_verified_at = null');
    const html = await main();
    expect(textOf(html)).toContain('Confirm your address first');
    expect(buttons(html)).toEqual([]);
    expect(html).not.toMatch(/token=|Subscribed/);
    for (const intent of ['subscribe', 'unsubscribe']) {
      const refused = await press(intent);
      expect(refused.status, intent).toBe(403);
      expect(textOf(await refused.text())).toContain('Confirm the address of your account first.');
    }
    expect(await leads()).toMatchObject([{ status: 'confirmed' }]);
  });

  it('is not there for an account without an address', async () => {
    await site.db.query('update users set email = null');
    await addLead('confirmed', 'bob@example.com');
    expect(textOf(await main())).toContain('No address yet');
    for (const intent of ['subscribe', 'unsubscribe']) expect((await press(intent)).status).toBe(403);
    expect(await leads()).toMatchObject([{ email: 'bob@example.com', status: 'confirmed' }]);
  });

  it('does nothing that its buttons do not say, and nothing for visitors', async () => {
    await addLead('confirmed');
    expect((await press('delete')).status).toBe(400);
    const away = await visit(site).post(NEWSLETTER, { intent: 'unsubscribe' });
    expect(away.headers.get('location')).toBe('/auth?redirect=%2Faccount%2Fnewsletter');
    expect(await leads()).toMatchObject([{ status: 'confirmed' }]);
  });
});
