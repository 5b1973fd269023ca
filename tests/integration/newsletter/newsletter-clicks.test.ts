// Which visits to a newsletter link count as clicks. Every visit is redirected to the target.
import { beforeEach, describe, expect } from 'vitest';
import { BROWSER, clickPeriod } from '../../support/ads';
import { emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const DAY = '2026-03-03';
const CONTENT = {
  subject: 'One story',
  preheader: '',
  intro: [],
  countClicks: true,
  articles: [],
  cta: { title: 'Read on', body: '', label: 'Read on', link: '/article/first' },
  ad: null,
  sender: { name: 'Law Firm Academy', address: 'news@academy.example', postal: '1 Court Street' },
  magazine: 'Law Firm Academy',
};

const { it, site } = siteTest();
let caller = 0;
beforeEach(async () => {
  caller += 1;
  await emptyMagazine(site.db);
  await site.empty('auth_throttle');
  await site.db.query("insert into newsletter_issues (issue_date, status, content) values ($1, 'sent', $2)", [
    DAY,
    CONTENT,
  ]);
});

/** Follows an issue's first link. Each test uses its own caller address, because callers are limited. */
async function follow(headers: Record<string, string> = {}, method = 'GET', day = DAY): Promise<void> {
  const answer = await site.get(`/newsletter/go/${day}/0`, {
    method,
    headers: { 'user-agent': BROWSER, 'cf-connecting-ip': `10.7.${caller}.1`, ...headers },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `/article/first?utm_source=newsletter&utm_medium=email&utm_campaign=${day}&utm_content=1`,
  ]);
}

const clicks = async (): Promise<number> =>
  (await site.db.query('select coalesce(sum(clicks), 0)::int as clicks from newsletter_clicks')).rows[0]
    .clicks;

/**
 * Two other readers follow the link one after the other. Once they are counted, all earlier clicks have been
 * processed.
 */
async function countClicks(): Promise<number> {
  for (const reader of [1, 2]) {
    const before = await clicks();
    await follow({ 'cf-connecting-ip': `10.8.${caller}.${reader}` });
    await expect.poll(clicks).toBeGreaterThan(before);
  }
  return (await clicks()) - 2;
}

describe('a newsletter link', () => {
  it.each([
    [
      'a link checker',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      'GET',
    ],
    ['a program without a user agent', { 'user-agent': '' }, 'GET'],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    ['a preview', { purpose: 'preview' }, 'GET'],
    ['an image', { 'sec-fetch-dest': 'image' }, 'GET'],
    ['a HEAD request', {}, 'HEAD'],
  ])('redirects %s without counting it', async (_, headers, method) => {
    await follow(headers, method);
    expect(await countClicks()).toBe(0);
  });

  it('counts a reader once in ten minutes', async () => {
    for (let visit = 0; visit < 5; visit += 1) await follow();
    expect(await countClicks()).toBe(1);
  });

  it('counts another reader, and the same one after ten minutes', async () => {
    await follow();
    await follow({ 'cf-connecting-ip': `10.7.${caller}.2` });
    await expect.poll(clicks).toBe(2);
    await site.db.query("update auth_throttle set ends_at = ends_at - interval '10 minutes'");
    await follow();
    await expect.poll(clicks).toBe(3);
  });

  it('counts at most ten readers behind one address, with any user agents', async () => {
    const began = clickPeriod();
    for (let number = 0; number < 40; number += 1) await follow({ 'user-agent': `${BROWSER} Edg/${number}` });
    const counted = await countClicks();
    expect(counted).toBeGreaterThan(2);
    expect(counted).toBeLessThanOrEqual(10 * (1 + clickPeriod() - began));
  });

  it('counts no more than sixty clicks a minute of one caller, and redirects the others', async () => {
    // Each link is in another issue, because repeated clicks on one link count once. 240 clicks exceed the
    // limit even when they take more than three minutes.
    const { rows } = await site.db.query(
      `insert into newsletter_issues (issue_date, status, content)
       select date '2025-01-01' + n, 'sent', $1 from generate_series(1, 240) n returning issue_date::text as day`,
      [CONTENT],
    );
    for (const { day } of rows) await follow({}, 'GET', day);
    const counted = await countClicks();
    expect(counted).toBeGreaterThanOrEqual(60);
    expect(counted).toBeLessThan(240);
  });
});
