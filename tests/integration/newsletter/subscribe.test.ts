// Subscribing: stored data, responses and limits.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();
let caller = 0;

beforeEach(async () => {
  caller += 1;
  await emptyMagazine(site.db);
});

/** Posts a plain form. Each test uses its own caller address, because callers are limited. */
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
  it('stores a lead with its source and redirects with a success message', async () => {
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

  it('silently ignores a second lead with the same address', async () => {
    expect((await post({ email: 'ann@example.com' })).status).toBe(303);
    expect((await post({ email: 'ANN@example.com', source: 'footer' })).status).toBe(303);
    expect(await leads()).toHaveLength(1);
  });

  it('returns the input when it is not an address', async () => {
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

  it('answers a bot that fills the hidden field like anyone else, and stores nothing', async () => {
    expect((await post({ email: 'bot@example.com', website: 'http://spam' })).status).toBe(303);
    expect(await leads()).toEqual([]);
  });

  it('never redirects to another site', async () => {
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

  it.each(['newsletter', 'footer', 'newsletter-page'])('stores the source %s', async (source) => {
    await post({ email: 'ann@example.com', source });
    expect(await leads()).toEqual([{ email: 'ann@example.com', source, status: 'pending' }]);
  });

  it('credits no article that is not public', async () => {
    await addArticle(site.db, { slug: 'secret', status: 'draft' });
    await addArticle(site.db, { slug: 'open' });
    await post({ email: 'a@example.com', returnTo: '/article/secret' });
    await post({ email: 'b@example.com', returnTo: '/article/open' });
    const { rows } = await site.db.query(
      'select email, slug from leads left join articles a on a.id = article_id order by email',
    );
    expect(rows).toEqual([
      { email: 'a@example.com', slug: null },
      { email: 'b@example.com', slug: 'open' },
    ]);
  });

  it('stores unknown sources as newsletter', async () => {
    await post({ email: 'ann@example.com', source: 'drop table' });
    expect(await leads()).toEqual([{ email: 'ann@example.com', source: 'newsletter', status: 'pending' }]);
  });

  it('stops after 60 attempts a minute from one caller only', async () => {
    // More than two minutes' worth of attempts, so that the change of a minute in between does not matter.
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        post({ email: `p${i}@example.com` }).then((response) => response.status),
      ),
    );
    expect(answers.filter((status) => status === 303).length).toBeLessThanOrEqual(120);
    expect(answers).toContain(429);
    expect((await post({ email: 'late@example.com' }, { 'cf-connecting-ip': '192.0.2.1' })).status).toBe(303);
  });

  it('rejects a body that is not a form, and one that is too large', async () => {
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.2' };
    expect((await site.get('/subscribe', { method: 'POST', body: '{"email":1}', headers })).status).toBe(422);
    const big = new URLSearchParams({ email: 'a@example.com', x: 'y'.repeat(100_000) });
    expect((await site.get('/subscribe', { method: 'POST', body: big })).status).toBe(413);
  });
});

describe('confirmation emails', () => {
  beforeEach(() => site.empty('outbox, auth_throttle'));
  const mails = async (): Promise<number> =>
    (await site.db.query('select count(*)::int as mails from outbox')).rows[0].mails;
  const subscribe = (email: string, address: string) => post({ email }, { 'cf-connecting-ip': address });
  /** Simulates earlier requests that count toward a limit. */
  const countMore = (limit: string, tries: number) =>
    site.db.query('update auth_throttle set tries = tries + $2 where key like $1', [
      `confirm:${limit}:%`,
      tries,
    ]);
  const hoursLater = (hours: number) =>
    site.db.query("update auth_throttle set ends_at = ends_at - $1 * interval '1 hour'", [hours]);

  it('are limited to forty addresses an hour per caller', async () => {
    const answers = [];
    for (let i = 0; i < 60; i += 1)
      answers.push(await subscribe(`victim@firm-${i}.example`, `2001:db8:5:${caller}::${i}`));
    expect(await mails()).toBe(40);
    expect((await leads()).length).toBe(40);
    const refused = answers.at(-1) as Response;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const html = await refused.text();
    expect(html).toMatch(/Too many subscriptions from your network\. Try again in \d+ minutes\./);
    expect(html).toContain('value="victim@firm-59.example"');
  });

  it('are limited to a hundred addresses a day per caller', async () => {
    const office = `10.6.${caller}.1`;
    expect((await subscribe('first@one.example', office)).status).toBe(303);
    await countMore('caller-day', 98);
    expect((await subscribe('hundredth@two.example', office)).status).toBe(303);
    const refused = await subscribe('next@three.example', office);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(
      'Too many subscriptions from your network today. Try again tomorrow.',
    );
    await hoursLater(24);
    expect((await subscribe('next@three.example', office)).status).toBe(303);
  });

  it('are limited to forty addresses a day per caller and domain', async () => {
    const office = `10.6.${caller}.1`;
    for (let i = 0; i < 40; i += 1)
      expect((await subscribe(`person-${i}@gmail.com`, office)).status).toBe(303);
    await hoursLater(1);
    const refused = await subscribe('person-40@GMAIL.com', office);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(
      'Too many subscriptions for addresses at gmail.com today. Try again tomorrow.',
    );
    expect((await subscribe('somebody@firm.example', office)).status).toBe(303);
    expect((await subscribe('person-40@gmail.com', `10.6.${caller}.2`)).status).toBe(303);
  });

  it('are limited to five hundred addresses a day per domain, except for mailbox providers', async () => {
    const from = (n: number) => `10.6.${caller}.${n}`;
    for (const domain of ['firm.example', 'gmail.com'])
      expect((await subscribe(`one@${domain}`, from(1))).status).toBe(303);
    await countMore('domain', 499);
    expect((await subscribe('two@firm.example', from(2))).status).toBe(429);
    expect((await subscribe('two@gmail.com', from(2))).status).toBe(303);
    expect((await subscribe('two@another.example', from(2))).status).toBe(303);
  });

  it('that are rejected for one caller do not count toward the domain limit', async () => {
    const office = `10.6.${caller}.1`;
    expect((await subscribe('one@firm.example', office)).status).toBe(303);
    await countMore('caller-hour', 39);
    await countMore('domain', 498);
    for (let i = 0; i < 5; i += 1) expect((await subscribe(`x${i}@firm.example`, office)).status).toBe(429);
    expect((await subscribe('two@firm.example', `10.6.${caller}.2`)).status).toBe(303);
  });

  it('reach twenty people of one office within an hour, even if some try twice', async () => {
    for (let person = 0; person < 20; person += 1)
      for (let time = 0; time < (person % 4 === 0 ? 2 : 1); time += 1)
        expect((await subscribe(`person-${person}@firm.example`, `10.6.${caller}.1`)).status).toBe(303);
    const { rows } = await site.db.query('select distinct "to" from outbox');
    expect(rows).toHaveLength(20);
  });

  it('are rejected for scripts with the same message', async () => {
    expect((await subscribe('one@firm.example', `10.6.${caller}.1`)).status).toBe(303);
    await countMore('caller-hour', 39);
    const refused = await site.get('/api/subscribe', {
      method: 'POST',
      body: new URLSearchParams({ email: 'two@firm.example' }),
      headers: { 'cf-connecting-ip': `10.6.${caller}.1` },
    });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        error: expect.stringMatching(
          /^Too many subscriptions from your network\. Try again in \d+ minutes\.$/,
        ),
      },
    ]);
  });

  it('reveal nothing to a limited caller about existing subscriptions', async () => {
    await site.db.query("insert into leads (email, status) values ('known@firm.example', 'confirmed')");
    const office = `10.6.${caller}.1`;
    for (let i = 0; i < 40; i += 1) await subscribe('known@firm.example', office);
    expect(await mails()).toBe(0);
    for (const email of ['known@firm.example', 'new@firm.example'])
      expect((await subscribe(email, office)).status).toBe(429);
  });
});
