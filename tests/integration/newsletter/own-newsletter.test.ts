// The newsletter on the account pages: the status of the account's address, and how to change it.
import { beforeEach, describe, expect } from 'vitest';
import { emptyAccounts, emptyMagazine } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsMember } from '../../support/visitor';

const NEWSLETTER = '/account/newsletter';

const { it, site } = siteTest();
let ann: Visitor;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  ann = await visitAsMember(site);
});

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
  [...html.matchAll(/<button class="button[^>]*>([^<]*)</g)].map(([, label]) => label);
const press = (intent: string) => ann.post(NEWSLETTER, { intent });

describe('the newsletter of an account', () => {
  it.each([
    [null, 'Not subscribed', ['Subscribe']],
    ['pending', 'Not confirmed yet', ['Confirm subscription', 'Unsubscribe']],
    ['confirmed', 'You get the newsletter every Tuesday.', ['Unsubscribe']],
    ['unsubscribed', 'You are unsubscribed', ['Subscribe Again']],
    ['bounced', 'Delivery failed', []],
  ])('shows the status %s', async (status, text, labels) => {
    if (status) await addLead(status);
    const html = await main();
    expect(visibleTextOf(html)).toContain(text);
    expect(visibleTextOf(html)).toContain('Sent to ann@example.com.');
    expect(buttons(html)).toEqual(labels);
  });

  it("is subscribed with a button and without a confirmation email, because the account's address is verified", async () => {
    const done = await press('subscribe');
    expect([done.status, done.headers.get('location')]).toEqual([303, NEWSLETTER]);
    expect(visibleTextOf(await (await ann.get(NEWSLETTER)).text())).toContain(
      'Your subscription is confirmed',
    );
    expect(await leads()).toEqual([{ email: 'ann@example.com', source: 'account', status: 'confirmed' }]);
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
    expect((await press('subscribe')).status).toBe(303);
    expect(await leads()).toHaveLength(1);
  });

  it.each(['pending', 'unsubscribed'])('can be resumed from %s', async (status) => {
    await addLead(status);
    await press('subscribe');
    expect(await leads()).toMatchObject([{ email: 'Ann@Example.com', status: 'confirmed' }]);
  });

  it('is unsubscribed with a button', async () => {
    await addLead('confirmed');
    expect((await press('unsubscribe')).status).toBe(303);
    expect(visibleTextOf(await (await ann.get(NEWSLETTER)).text())).toContain(
      'We no longer send the newsletter to this address.',
    );
    expect(await leads()).toMatchObject([{ status: 'unsubscribed' }]);
    const { rows } = await site.db.query('select unsubscribed_at from leads');
    expect(rows[0].unsubscribed_at).not.toBeNull();
  });

  it('cannot be subscribed again through the link of an email without a confirmation', async () => {
    await addLead('confirmed');
    const [token = ''] = hrefsOf(await main(), '/newsletter/preferences?token=');
    const choose = (frequency: string) =>
      site.get(`/newsletter/preferences?token=${token}`, {
        method: 'POST',
        body: new URLSearchParams({ frequency }),
      });
    await choose('never');
    expect((await press('unsubscribe')).status).toBe(303);
    await choose('weekly');
    expect(await leads()).toMatchObject([{ status: 'unsubscribed' }]);
  });

  it('links to the same preferences page as the emails', async () => {
    await addLead('confirmed');
    const html = await main();
    const [token = ''] = hrefsOf(html, '/newsletter/preferences?token=');
    const page = await site.text(`/newsletter/preferences?token=${token}`);
    expect(visibleTextOf(page)).toContain('Sent to Ann@Example.com.');
    await addLead('confirmed', 'bob@example.com');
    expect(html).not.toContain('bob@example.com');
  });

  it('stays unsubscribed for an address that bounced', async () => {
    await addLead('bounced');
    const refused = await press('subscribe');
    expect(refused.status).toBe(409);
    expect(visibleTextOf(await refused.text())).toContain('Emails to this address bounced');
    await press('unsubscribe');
    expect(await leads()).toMatchObject([{ status: 'bounced' }]);
  });

  it('is unavailable while the address is unverified', async () => {
    await addLead('confirmed');
    await site.db.query('update users set email_verified_at = null');
    const html = await main();
    expect(visibleTextOf(html)).toContain('Confirm your email address');
    expect(buttons(html)).toEqual([]);
    expect(html).not.toMatch(/token=|Subscribed/);
    for (const intent of ['subscribe', 'unsubscribe']) {
      const refused = await press(intent);
      expect(refused.status, intent).toBe(403);
      expect(visibleTextOf(await refused.text())).toContain('Confirm your account’s email address first.');
    }
    expect(await leads()).toMatchObject([{ status: 'confirmed' }]);
  });

  it('is unavailable for an account without an address', async () => {
    await site.db.query('update users set email = null');
    await addLead('confirmed', 'bob@example.com');
    expect(visibleTextOf(await main())).toContain('No email address yet');
    for (const intent of ['subscribe', 'unsubscribe']) expect((await press(intent)).status).toBe(403);
    expect(await leads()).toMatchObject([{ email: 'bob@example.com', status: 'confirmed' }]);
  });

  it('rejects other actions and visitors', async () => {
    await addLead('confirmed');
    expect((await press('delete')).status).toBe(400);
    const away = await visit(site).post(NEWSLETTER, { intent: 'unsubscribe' });
    expect(away.headers.get('location')).toBe('/auth?redirect=%2Faccount%2Fnewsletter');
    expect(await leads()).toMatchObject([{ status: 'confirmed' }]);
  });
});
