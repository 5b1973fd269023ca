// A subscription from the form to unsubscribing: emails, links and buttons.
import { beforeEach, describe, expect } from 'vitest';
import { emptyAccounts, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { addReader, emails, leadStatusOf, linkIn } from '../../support/newsletter';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest({ pageCache: 'on' });
let caller = 0;
const ANN = 'ann@example.com';

beforeEach(async () => {
  caller += 1;
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
});

function subscribe(email = ANN) {
  const body = new URLSearchParams({ email, source: 'footer', returnTo: '/' });
  return site.get('/subscribe', {
    method: 'POST',
    body,
    headers: { 'cf-connecting-ip': `10.0.2.${caller}` },
  });
}
const post = (path: string, fields: Record<string, string> = {}) =>
  site.get(path, { method: 'POST', body: new URLSearchParams(fields) });
const confirmLink = async (email = 0) => linkIn((await emails(site, ANN))[email], '/newsletter/confirm');
const unsubscribeLink = async () => linkIn((await emails(site, ANN)).at(-1), '/newsletter/unsubscribe');
const preferencesLink = async () => (await unsubscribeLink()).replace('unsubscribe', 'preferences');

describe('confirming', () => {
  it('sends one email with both links and the one-click headers', async () => {
    expect((await subscribe()).status).toBe(303);
    const all = await emails(site);
    expect(all).toHaveLength(1);
    const { to, subject, text, html, headers } = all[0] ?? {};
    expect(to).toBe(ANN);
    expect(subject).toBe('Confirm your subscription to Law Firm Academy');
    expect(text).toContain('https://magazine.test/newsletter/confirm?token=');
    expect(html).toContain('https://magazine.test/newsletter/confirm?token=');
    expect(headers).toEqual({
      'List-Unsubscribe': `<https://magazine.test${await unsubscribeLink()}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('requires a click on the button, so link scanners confirm nothing', async () => {
    await subscribe();
    const link = await confirmLink();
    const opened = await site.get(link);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(roundTrips(opened)).toBe(1);
    const html = await opened.text();
    expect(html).toContain('>Confirm subscription<');
    expect(html).toContain(ANN);
    expect((await site.get(link, { method: 'HEAD' })).status).toBe(200);
    expect(await leadStatusOf(site, ANN)).toBe('pending');
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const confirmed = await post('/newsletter/confirm', { token });
    expect(confirmed.status).toBe(200);
    expect(visibleTextOf(await confirmed.text())).toContain('Your subscription is confirmed');
    expect(await leadStatusOf(site, ANN)).toBe('confirmed');
    // Confirming again succeeds and sends no further email.
    expect((await post(link)).status).toBe(200);
    expect(await emails(site)).toHaveLength(1);
  });

  it('rejects links that are made up, altered or too old', async () => {
    await subscribe();
    const link = await confirmLink();
    const changed = [
      '/newsletter/confirm',
      '/newsletter/confirm?token=',
      link.replace(/.(?=.{10}$)/, (email) => (email === 'A' ? 'B' : 'A')),
      link.replace('token=c.', 'token=r.'),
      `${link}.x`,
      (await unsubscribeLink()).replace('unsubscribe', 'confirm'),
    ];
    for (const path of changed) {
      expect((await site.get(path)).status, path).toBe(path.includes('?') ? 410 : 200);
      expect((await post(path)).status, path).toBe(404);
    }
    expect(await leadStatusOf(site, ANN)).toBe('pending');
  });

  it('sends the email again on a repeated sign-up, at most five times a day, and never to confirmed readers', async () => {
    for (let time = 0; time < 7; time += 1) expect((await subscribe()).status).toBe(303);
    expect(await emails(site)).toHaveLength(5);
    await site.db.query("update auth_throttle set ends_at = ends_at - interval '23 hours'");
    await subscribe();
    expect(await emails(site)).toHaveLength(5);
    // Each of the emails works.
    expect((await post(await confirmLink(0))).status).toBe(200);
    await addReader(site, 'there@example.com', 'confirmed');
    await addReader(site, 'gone@example.com', 'bounced');
    await subscribe('There@example.com');
    await subscribe('gone@example.com');
    expect(await emails(site, 'there@example.com')).toEqual([]);
    expect(await emails(site, 'gone@example.com')).toEqual([]);
  });

  it('requires a new email after unsubscribing', async () => {
    await subscribe();
    const old = await confirmLink();
    await post(await unsubscribeLink());
    expect((await post(old)).status).toBe(404);
    expect(await leadStatusOf(site, ANN)).toBe('unsubscribed');
    await subscribe();
    expect((await emails(site, ANN)).length).toBe(2);
    expect(await leadStatusOf(site, ANN)).toBe('unsubscribed');
    expect((await post(await confirmLink(1))).status).toBe(200);
    expect(await leadStatusOf(site, ANN)).toBe('confirmed');
  });
});

describe('unsubscribing', () => {
  beforeEach(async () => {
    await subscribe();
    await post(await confirmLink());
  });

  it('takes a one-click post from any origin', async () => {
    const link = await unsubscribeLink();
    const answer = await site.get(link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
      },
    });
    expect(answer.status).toBe(200);
    expect(await leadStatusOf(site, ANN)).toBe('unsubscribed');
    expect((await post(link)).status).toBe(200);
  });

  it('requires the button, and a visit changes nothing', async () => {
    const answer = await site.get(await unsubscribeLink());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('>Unsubscribe<');
    expect(await leadStatusOf(site, ANN)).toBe('confirmed');
    expect((await site.get('/newsletter/unsubscribe?token=r.nonsense..x')).status).toBe(410);
  });
});

describe('preferences', () => {
  beforeEach(async () => {
    await subscribe();
    await post(await confirmLink());
  });
  const frequency = async () => (await site.db.query('select frequency from leads')).rows[0]?.frequency;

  it('let a reader choose monthly, never and weekly', async () => {
    const path = await preferencesLink();
    const saved = await post(path, { frequency: 'monthly' });
    expect(saved.status).toBe(303);
    expect(visibleTextOf(await site.text(saved.headers.get('location') ?? ''))).toContain(
      'Your preferences are saved.',
    );
    expect([await frequency(), await leadStatusOf(site, ANN)]).toEqual(['monthly', 'confirmed']);
    await post(path, { frequency: 'never' });
    expect(await leadStatusOf(site, ANN)).toBe('unsubscribed');
    await post(path, { frequency: 'weekly' });
    expect([await frequency(), await leadStatusOf(site, ANN)]).toEqual(['weekly', 'confirmed']);
  });

  it('tell a reader whose address bounced why no choice can be saved', async () => {
    const path = await preferencesLink();
    await site.db.query("update leads set status = 'bounced'");
    const refused = await post(path, { frequency: 'monthly' });
    expect(refused.status).toBe(409);
    for (const html of [await refused.text(), await site.text(`${path}&done=saved`)]) {
      expect(visibleTextOf(html)).toContain('Emails to this address bounced, so we no longer send any.');
      expect(visibleTextOf(html)).not.toMatch(/preferences are saved|Never/);
      expect(html).toContain('value="forget"');
    }
    expect([await frequency(), await leadStatusOf(site, ANN)]).toEqual(['weekly', 'bounced']);
  });

  const done = async (answer: Response) =>
    visibleTextOf(await site.text(answer.headers.get('location') ?? ''));
  const CHECK =
    'Your choice is saved. To get the newsletter, open the link in the latest email that we sent you.';

  it.each([
    [
      'unsubscribed there more than an hour ago',
      "update auth_throttle set ends_at = ends_at - interval '1 hour' where key like 'newsletter-undo:%'",
    ],
    ['never confirmed', "update leads set status = 'pending', confirmed_at = null, unsubscribed_at = null"],
  ])('email a confirmation link to a reader who %s', async (_, change) => {
    const path = await preferencesLink();
    await post(path, { frequency: 'never' });
    await site.db.query(change);
    const status = await leadStatusOf(site, ANN);
    expect(await done(await post(path, { frequency: 'monthly' }))).toContain(CHECK);
    expect([await frequency(), await leadStatusOf(site, ANN)]).toEqual(['monthly', status]);
    expect(await emails(site, ANN)).toHaveLength(2);
    expect((await post(await confirmLink(1))).status).toBe(200);
    expect([await frequency(), await leadStatusOf(site, ANN)]).toEqual(['monthly', 'confirmed']);
    expect(await done(await post(path, { frequency: 'weekly' }))).toContain('Your preferences are saved.');
    expect(await emails(site, ANN)).toHaveLength(2);
  });

  it('email a confirmation link to a reader who used the link of an email or complained', async () => {
    const path = await preferencesLink();
    await post(await unsubscribeLink());
    await post(path, { frequency: 'weekly' });
    expect([await leadStatusOf(site, ANN), (await emails(site, ANN)).length]).toEqual(['unsubscribed', 2]);
    await post(await confirmLink(1));
    // A complaint.
    await site.db.query("update leads set status = 'unsubscribed', unsubscribed_at = now()");
    await post(path, { frequency: 'weekly' });
    expect([await leadStatusOf(site, ANN), (await emails(site, ANN)).length]).toEqual(['unsubscribed', 3]);
  });

  it('email a confirmation link to a reader who chose "Never" there and then used the link of an email', async () => {
    const path = await preferencesLink();
    await post(path, { frequency: 'never' });
    await post(await unsubscribeLink());
    await post(path, { frequency: 'weekly' });
    expect([await leadStatusOf(site, ANN), (await emails(site, ANN)).length]).toEqual(['unsubscribed', 2]);
  });

  it('email at most five confirmation links a day', async () => {
    const path = await preferencesLink();
    await post(await unsubscribeLink());
    for (let time = 0; time < 7; time += 1)
      expect((await post(path, { frequency: 'weekly' })).status).toBe(303);
    expect(await emails(site, ANN)).toHaveLength(5);
    await site.db.query("update auth_throttle set tries = 40 where key like 'confirm:caller-hour:%'");
    expect((await post(path, { frequency: 'weekly' })).status).toBe(429);
  });

  it('delete the address with every email to it', async () => {
    const path = await preferencesLink();
    const gone = await post(path, { intent: 'forget' });
    expect(visibleTextOf(await site.text(gone.headers.get('location') ?? ''))).toContain(
      'Your address is deleted',
    );
    expect(await leadStatusOf(site, ANN)).toBeUndefined();
    expect(await emails(site)).toEqual([]);
    const log = JSON.stringify((await site.db.query('select * from audit_log')).rows);
    expect(log).toContain('lead_deleted');
    expect(log).not.toContain(ANN);
    expect((await post(path, { frequency: 'weekly' })).status).toBe(404);
  });
});
