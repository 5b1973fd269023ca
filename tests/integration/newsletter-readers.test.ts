// What happens to an address from the subscribe form to the farewell: letters, links, and who may press what.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { emptyAccounts, emptyMagazine } from '../support/factory';
import { roundTrips, textOf } from '../support/html';
import { addReader, letters, linkIn, statusOf } from '../support/newsletter';
import { type Site, startSite } from '../support/site';

let site: Site;
let caller = 0;
const ANN = 'ann@example.com';

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer'), pageCache: 'on' });
});
beforeEach(async () => {
  caller += 1;
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
});
afterAll(() => site.stop());

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
const confirmLink = async (letter = 0) => linkIn((await letters(site, ANN))[letter], '/newsletter/confirm');
const farewellLink = async () => linkIn((await letters(site, ANN)).at(-1), '/newsletter/unsubscribe');
const preferencesLink = async () => (await farewellLink()).replace('unsubscribe', 'preferences');

describe('confirming', () => {
  it('is asked for by one letter with both links and the headers of one-click', async () => {
    expect((await subscribe()).status).toBe(303);
    const all = await letters(site);
    expect(all).toHaveLength(1);
    const { to, subject, text, html, headers } = all[0] ?? {};
    expect(to).toBe(ANN);
    expect(subject).toBe('Confirm your subscription to Law Firm Academy');
    expect(text).toContain('https://magazine.test/newsletter/confirm?token=');
    expect(html).toContain('https://magazine.test/newsletter/confirm?token=');
    expect(headers).toEqual({
      'List-Unsubscribe': `<https://magazine.test${await farewellLink()}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('takes the button: a scanner that only opens the link confirms nobody', async () => {
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
    expect(await statusOf(site, ANN)).toBe('pending');
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const pressed = await post('/newsletter/confirm', { token });
    expect(pressed.status).toBe(200);
    expect(textOf(await pressed.text())).toContain('Your subscription is confirmed');
    expect(await statusOf(site, ANN)).toBe('confirmed');
    // Again is as good as once, and no further letter comes of it.
    expect((await post(link)).status).toBe(200);
    expect(await letters(site)).toHaveLength(1);
  });

  it('is refused to links that we did not make, that were changed, or that are too old', async () => {
    await subscribe();
    const link = await confirmLink();
    const changed = [
      '/newsletter/confirm',
      '/newsletter/confirm?token=',
      link.replace(/.(?=.{10}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      link.replace('token=c.', 'token=r.'),
      `${link}.x`,
      (await farewellLink()).replace('unsubscribe', 'confirm'),
    ];
    for (const path of changed) {
      expect((await site.get(path)).status, path).toBe(path.includes('?') ? 410 : 200);
      expect((await post(path)).status, path).toBe(404);
    }
    expect(await statusOf(site, ANN)).toBe('pending');
  });

  it('comes again for whoever subscribes again, five times an hour at most, and never once confirmed', async () => {
    for (let time = 0; time < 7; time += 1) expect((await subscribe()).status).toBe(303);
    expect(await letters(site)).toHaveLength(5);
    // Each of the letters works.
    expect((await post(await confirmLink(0))).status).toBe(200);
    await addReader(site, 'there@example.com', 'confirmed');
    await addReader(site, 'gone@example.com', 'bounced');
    await subscribe('There@example.com');
    await subscribe('gone@example.com');
    expect(await letters(site, 'there@example.com')).toEqual([]);
    expect(await letters(site, 'gone@example.com')).toEqual([]);
  });

  it('again after a farewell takes a new letter', async () => {
    await subscribe();
    const old = await confirmLink();
    await post(await farewellLink());
    expect((await post(old)).status).toBe(404);
    expect(await statusOf(site, ANN)).toBe('unsubscribed');
    await subscribe();
    expect((await letters(site, ANN)).length).toBe(2);
    expect(await statusOf(site, ANN)).toBe('unsubscribed');
    expect((await post(await confirmLink(1))).status).toBe(200);
    expect(await statusOf(site, ANN)).toBe('confirmed');
  });
});

describe('the farewell', () => {
  beforeEach(async () => {
    await subscribe();
    await post(await confirmLink());
  });

  it('takes one click without a visit, from whoever posts to the address', async () => {
    const link = await farewellLink();
    const answer = await site.get(link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
      },
    });
    expect(answer.status).toBe(200);
    expect(await statusOf(site, ANN)).toBe('unsubscribed');
    expect((await post(link)).status).toBe(200);
  });

  it('changes nothing by a visit, and offers the button', async () => {
    const answer = await site.get(await farewellLink());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('>Unsubscribe<');
    expect(await statusOf(site, ANN)).toBe('confirmed');
    expect((await site.get('/newsletter/unsubscribe?token=r.nonsense..x')).status).toBe(410);
  });
});

describe('preferences', () => {
  beforeEach(async () => {
    await subscribe();
    await post(await confirmLink());
  });
  const frequency = async () => (await site.db.query('select frequency from leads')).rows[0]?.frequency;

  it('let a reader choose once a month, never, and again every week', async () => {
    const path = await preferencesLink();
    const saved = await post(path, { frequency: 'monthly' });
    expect(saved.status).toBe(303);
    expect(textOf(await site.text(saved.headers.get('location') ?? ''))).toContain('Your choice is saved.');
    expect([await frequency(), await statusOf(site, ANN)]).toEqual(['monthly', 'confirmed']);
    await post(path, { frequency: 'never' });
    expect(await statusOf(site, ANN)).toBe('unsubscribed');
    await post(path, { frequency: 'weekly' });
    expect([await frequency(), await statusOf(site, ANN)]).toEqual(['weekly', 'confirmed']);
  });

  it('delete the address with every letter to it', async () => {
    const path = await preferencesLink();
    const gone = await post(path, { intent: 'forget' });
    expect(textOf(await site.text(gone.headers.get('location') ?? ''))).toContain('Your address is deleted');
    expect(await statusOf(site, ANN)).toBeUndefined();
    expect(await letters(site)).toEqual([]);
    const log = JSON.stringify((await site.db.query('select * from audit_log')).rows);
    expect(log).toContain('lead_deleted');
    expect(log).not.toContain(ANN);
    expect((await post(path, { frequency: 'weekly' })).status).toBe(404);
  });
});
