// Subscribing: what is stored, what is answered, and to whom.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { emptyMagazine } from '../support/factory';
import { type Site, startSite } from '../support/site';

let site: Site;
let caller = 0;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  caller += 1;
  await emptyMagazine(site.db);
});
afterAll(() => site.stop());

/** A plain form post; every test is another caller, because callers are limited. */
function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ source: 'newsletter', returnTo: '/', ...fields });
  return site.get('/subscribe', {
    method: 'POST',
    body,
    headers: { 'cf-connecting-ip': `10.0.0.${caller}`, ...headers },
  });
}

async function leads(): Promise<object[]> {
  return (await site.db.query('select email, source, status from leads order by created_at')).rows;
}

describe('subscribing', () => {
  it('stores a lead with its source and brings the reader back with the good news', async () => {
    const response = await post({ email: ' Ann@Example.com ', source: 'footer', returnTo: '/article/x' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/article/x?subscribed=footer');
    expect(await leads()).toEqual([{ email: 'Ann@Example.com', source: 'footer', status: 'pending' }]);
    const home = await site.text('/?subscribed=footer');
    expect(home).toContain('Success!');
    expect(home).toContain('You&#x27;ve been subscribed to our newsletter.');
    const landing = await site.text('/newsletter?subscribed=newsletter-page');
    expect(landing).toContain('Welcome to the Academy!');
    expect(landing).toContain('Check your email for confirmation.');
  });

  it('answers scripts with a status and no page', async () => {
    const send = (email: string) =>
      site.get('/api/subscribe', {
        method: 'POST',
        body: new URLSearchParams({ email, source: 'footer' }),
        headers: { 'cf-connecting-ip': `10.0.1.${caller}` },
      });
    expect((await send('ann@example.com')).status).toBe(204);
    expect((await send('no-address')).status).toBe(422);
    expect(await leads()).toEqual([{ email: 'ann@example.com', source: 'footer', status: 'pending' }]);
  });

  it('ignores a second lead with the same address in silence', async () => {
    expect((await post({ email: 'ann@example.com' })).status).toBe(303);
    expect((await post({ email: 'ANN@example.com', source: 'footer' })).status).toBe(303);
    expect(await leads()).toHaveLength(1);
  });

  it('gives back what was typed when it is no address', async () => {
    for (const email of [
      '',
      'no-address',
      'a@b',
      `${'x'.repeat(250)}@example.com`,
      '<script>alert(1)</script>@x.com',
    ]) {
      const response = await post({ email });
      expect(response.status, email).toBe(422);
      const html = await response.text();
      expect(html).toContain('Failed to subscribe. Please try again.');
      expect(html).not.toContain('<script>alert(1)');
      if (email === 'no-address') expect(html).toContain('value="no-address"');
    }
    expect(await leads()).toEqual([]);
  });

  it('answers a robot that fills the hidden field as if all were well, and stores nothing', async () => {
    expect((await post({ email: 'bot@example.com', website: 'http://spam' })).status).toBe(303);
    expect(await leads()).toEqual([]);
  });

  it('sends nobody to another site', async () => {
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const response = await post({ email: `a${returnTo.length}@example.com`, returnTo });
      expect(response.headers.get('location'), returnTo).toBe('/?subscribed=newsletter');
    }
  });

  it('takes unknown sources as newsletter', async () => {
    await post({ email: 'ann@example.com', source: 'drop table' });
    expect(await leads()).toEqual([{ email: 'ann@example.com', source: 'newsletter', status: 'pending' }]);
  });

  it('stops after 60 tries a minute from one place, and only there', async () => {
    // More than two minutes take, so that the turn of a minute between them changes nothing.
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        post({ email: `p${i}@example.com` }).then((response) => response.status),
      ),
    );
    expect(answers.filter((status) => status === 303).length).toBeLessThanOrEqual(120);
    expect(answers).toContain(429);
    expect((await post({ email: 'late@example.com' }, { 'cf-connecting-ip': '192.0.2.1' })).status).toBe(303);
  });

  it('refuses a body that is no form, and one that is too large', async () => {
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.2' };
    expect((await site.get('/subscribe', { method: 'POST', body: '{"email":1}', headers })).status).toBe(422);
    const big = new URLSearchParams({ email: 'a@example.com', x: 'y'.repeat(100_000) });
    expect((await site.get('/subscribe', { method: 'POST', body: big })).status).toBe(413);
  });
});
