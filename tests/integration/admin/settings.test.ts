// Settings and webhook keys: every rule and message, with forms that work without JavaScript.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect } from 'vitest';
import { setUpApp } from '../../support/accounts/authenticator-app';
import { addArticle, emptyMagazine, PASSWORD, withoutTable } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const BLOCKED = 'images.example-blocked.com';
const TYPED: Record<string, string> = {
  intent: 'settings',
  name: 'Bench & Ledger',
  blurb: 'A magazine about the business of law.',
  linkedin: 'https://www.linkedin.com/company/bench',
  x: '',
  facebook: '#',
  youtube: '',
  readersFigure: '12,500+',
  growthFigure: '90%',
  timeZone: 'Asia/Tokyo',
  newsletterHeadline: 'A newsletter for your firm.',
  newsletterText: 'Read with {readers} others.',
  newsletterIntro: 'What the newsletter is about.',
  blockedImageHosts: BLOCKED,
};

const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('webhook_keys, audit_log');
  // Purges the cache through the product, because the tests change settings directly in the database.
  await admin.post('/admin/settings', TYPED);
  await site.empty('settings, audit_log');
});

const post = (fields: Record<string, string>) => admin.post('/admin/settings', fields);
const page = async () => (await admin.get('/admin/settings')).text();
const withAmpersands = (html: string) => html.replaceAll('&amp;', '&');

async function lastAudit() {
  const { rows } = await site.db.query(
    'select event, subject, details from audit_log order by id desc limit 1',
  );
  return rows[0];
}

describe('the settings', () => {
  it('show the defaults and the webhook, with one round trip besides the guard', async () => {
    const answer = await admin.get('/admin/settings');
    expect(roundTrips(answer)).toBe(2);
    const html = await answer.text();
    expect(html).toMatch(/<label[^>]*>Magazine name<\/label>/);
    expect(html).toContain('value="Law Firm Academy"');
    expect(html).toContain(`>${BLOCKED}</textarea>`);
    expect(html).toMatch(
      /<option[^>]*value="America\/New_York"[^>]*selected|selected=""[^>]*value="America\/New_York"/,
    );
    expect(html).toContain('https://magazine.test/api/zapier-webhook');
    expect(visibleTextOf(html)).toContain('Requests need an x-api-key header');
  });

  it('apply to the site immediately: name, blurb, links, figures, texts and dates', async () => {
    const article = await addArticle(site.db, { slug: 'late' });
    await site.db.query("update articles set publish_date = '2026-03-05T20:00:00Z' where id = $1", [article]);
    const before = visibleTextOf(await site.text('/article/late'));
    expect(before).toContain('Mar 5, 2026');
    for (const path of ['/', '/newsletter', '/feed.xml', '/search?q=article']) await site.get(path);
    const answer = await post(TYPED);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/settings']);
    expect(visibleTextOf(await page())).toContain('Settings saved');

    const home = await site.text('/');
    expect(visibleTextOf(home)).toContain('Bench & Ledger');
    expect(visibleTextOf(home)).toContain('A magazine about the business of law.');
    expect(home).toContain('href="https://www.linkedin.com/company/bench"');
    expect(visibleTextOf(home)).toContain('A newsletter for your firm.');
    expect(visibleTextOf(home)).toContain('Read with 12,500+ others.');
    const newsletter = visibleTextOf(await site.text('/newsletter'));
    for (const expected of ['12,500+', '90%', 'What the newsletter is about.'])
      expect(newsletter).toContain(expected);
    expect(visibleTextOf(await site.text('/article/late'))).toContain('Mar 6, 2026');
    expect(withAmpersands(await site.text('/feed.xml'))).toContain('Bench & Ledger');
    expect(visibleTextOf(await site.text('/search?q=article'))).toContain('Mar 6, 2026');
    expect(await lastAudit()).toMatchObject({
      event: 'settings_updated',
      details: { changes: { name: { from: 'Law Firm Academy', to: 'Bench & Ledger' } } },
    });
  });

  it('send texts only to the pages that show them', async () => {
    await post(TYPED);
    const html = await site.text('/category/all');
    expect(html).not.toContain('A newsletter for your firm.');
    expect(html).not.toContain(BLOCKED);
  });

  it('replace images of blocked hosts everywhere, and store no list when it equals the default', async () => {
    await addArticle(site.db, { slug: 'pictured', imageUrl: 'https://cdn.example.org/a.jpg' });
    await addArticle(site.db, { slug: 'other', imageUrl: `https://${BLOCKED}/b.jpg` });
    const paths = [
      '/',
      '/feed.xml',
      '/sitemaps/articles-1.xml',
      '/search?q=article',
      '/api/search?q=article',
    ];
    for (const path of paths) {
      const text = await site.text(path);
      expect(text, path).toContain('cdn.example.org/a.jpg');
      expect(text, path).not.toContain(`${BLOCKED}/b.jpg`);
    }
    const articleList = async () => (await admin.get('/admin/articles')).text();
    expect(await articleList()).toContain('cdn.example.org/a.jpg');
    await post({
      ...TYPED,
      blockedImageHosts: `${BLOCKED}\r\nhttps://CDN.example.org/path, cdn.example.org`,
    });
    for (const path of paths) expect(await site.text(path), path).not.toContain('cdn.example.org/a.jpg');
    expect(await articleList()).not.toContain('cdn.example.org/a.jpg');
    const stored = async () =>
      (await site.db.query("select value->'blockedImageHosts' as hosts from settings")).rows[0].hosts;
    expect(await stored()).toEqual([BLOCKED, 'cdn.example.org']);
    await post(TYPED);
    expect(await stored()).toBeNull();
  });

  it.each([
    ['name', ' ', 'Magazine name is required'],
    ['name', 'x'.repeat(81), 'Magazine name is limited to 80 characters'],
    ['timeZone', 'Mars/Olympus', 'Choose a time zone from the list'],
    [
      'linkedin',
      'javascript:alert(1)',
      'LinkedIn needs an address that starts with https://. Leave it blank to remove the link',
    ],
    ['x', 'nowhere', 'X needs an address that starts with https://. Leave it blank to remove the link'],
    ['readersFigure', '', 'Readers is required'],
    [
      'blockedImageHosts',
      'no host!',
      'Blocked image hosts must be names such as images.example.com, one per line',
    ],
  ])('reject %s "%s" and keep the input', async (field, value, message) => {
    const refused = await post({ ...TYPED, newsletterHeadline: 'Typed with care', [field]: value });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain(`Failed to save settings. ${message}`);
    expect(html).toContain('value="Typed with care"');
    expect((await site.db.query('select 1 from settings')).rowCount).toBe(0);
  });

  it("are not saved over another person's changes without notice", async () => {
    const versionOf = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? 'none';
    const mine = versionOf(await page());
    expect((await post({ ...TYPED, name: 'Theirs', version: mine })).status).toBe(303);
    const stale = await post({ ...TYPED, name: 'Mine', version: mine });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else changed these settings');
    expect(html).toContain('value="Mine"');
    expect(visibleTextOf(await site.text('/'))).toContain('Theirs');
    const { rowCount } = await site.db.query('select 1 from audit_log');
    expect(rowCount).toBe(1);
    expect((await post({ ...TYPED, name: 'Mine', version: versionOf(html) })).status).toBe(303);
    expect(visibleTextOf(await site.text('/'))).toContain('Mine');
  });

  it('can lock admins without a second factor out of the admin', async () => {
    expect(await page()).toMatch(
      /<input(?![^>]*checked)[^>]*name="requireSecondFactor"(?![^>]*checked)[^>]*>/,
    );
    expect((await post({ ...TYPED, requireSecondFactor: 'on' })).status).toBe(303);
    expect((await admin.get('/admin/settings')).headers.get('location')).toBe('/account/security');
    expect((await lastAudit()).details.changes.requireSecondFactor).toEqual({ from: false, to: true });
    await site.empty('settings');
    expect((await admin.get('/admin/settings')).status).toBe(200);
  });

  it('require reauthentication to stop requiring a second factor', async () => {
    await site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`);
    await admin.signIn('boss@example.com');
    await setUpApp(admin);
    try {
      expect(await page()).not.toContain('name="proofPassword"');
      await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
      expect(visibleTextOf(await page())).toContain(
        'Only needed to stop requiring a second factor or to keep people signed in longer. You signed in a while ago',
      );
      const stored = async () =>
        (await site.db.query("select value->'requireSecondFactor' as it from settings")).rows;
      // Other changes do not require it.
      expect((await post({ ...TYPED, requireSecondFactor: 'on' })).status).toBe(303);
      for (const proofPassword of ['', 'not that']) {
        const refused = await post({ ...TYPED, name: 'Typed', proofPassword });
        const html = await refused.text();
        expect([refused.status, html]).toEqual([422, expect.stringContaining('name="proofPassword"')]);
        expect(html).toContain('value="Typed"');
        expect(await stored()).toEqual([{ it: true }]);
      }
      expect((await post({ ...TYPED, proofPassword: PASSWORD })).status).toBe(303);
      expect(await stored()).toEqual([{ it: false }]);
    } finally {
      await site.db.query('delete from mfa_factors');
      await admin.signIn('boss@example.com');
    }
  });

  it('set how long idle sessions last, within bounds', async () => {
    expect(await page()).toMatch(/<input(?=[^>]*name="memberIdleDays")(?=[^>]*value="14")/);
    expect(await page()).toMatch(/<input(?=[^>]*name="staffIdleHours")(?=[^>]*value="24")/);
    for (const [field, label, text] of [
      ['memberIdleDays', 'Sign readers out after (days)', '0'],
      ['memberIdleDays', 'Sign readers out after (days)', '31'],
      ['memberIdleDays', 'Sign readers out after (days)', '1.5'],
      ['staffIdleHours', 'Sign staff out after (hours)', '1'],
      ['staffIdleHours', 'Sign staff out after (hours)', '721'],
      ['staffIdleHours', 'Sign staff out after (hours)', 'a day'],
    ] as const) {
      const refused = await post({ ...TYPED, [field]: text });
      const html = await refused.text();
      expect([text, refused.status, visibleTextOf(html)]).toEqual([
        text,
        422,
        expect.stringContaining(`${label} must be a whole number from`),
      ]);
      expect(html).toContain(`value="${text}"`);
    }
    expect((await post({ ...TYPED, memberIdleDays: '7', staffIdleHours: ' 48 ' })).status).toBe(303);
    expect((await lastAudit()).details.changes).toMatchObject({
      memberIdleDays: { from: 14, to: 7 },
      staffIdleHours: { from: 24, to: 48 },
    });
    expect((await post({ ...TYPED, memberIdleDays: '', staffIdleHours: '' })).status).toBe(303);
    expect((await lastAudit()).details.changes).toMatchObject({ memberIdleDays: { from: 7, to: 14 } });
  });

  it('from an older version still apply, and an invalid one does not affect the others', async () => {
    await site.db.query(
      `insert into settings (key, value) values ('site', '{"name": "An older one", "timeZone": "Mars/Olympus"}')`,
    );
    const html = await page();
    expect(html).toContain('value="An older one"');
    expect(html).toContain('value="10,000+"');
    expect(html).toMatch(/value="America\/New_York"[^>]*selected|selected=""[^>]*value="America\/New_York"/);
  });

  it('report a failed save', async () => {
    await withoutTable(site.db, 'audit_log', async () => {
      const failed = await post(TYPED);
      expect(failed.status).toBe(500);
      expect(visibleTextOf(await failed.text())).toContain(
        'Failed to save settings. Please try again in a moment.',
      );
    });
  });
});

describe('the webhook key', () => {
  const keyOf = (html: string) => /new-key__text">([^<]*)</.exec(html)?.[1] ?? '';
  const idOf = (html: string) =>
    /name="intent" value="rotate-key"\/><input type="hidden" name="id" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const working = async () => {
    const { rows } = await site.db.query(
      'select hash, hint, expires_at from webhook_keys where revoked_at is null and (expires_at is null or expires_at > now()) order by created_at',
    );
    return rows;
  };

  it('is shown once and stored as a hash', async () => {
    const before = visibleTextOf(await page());
    expect(before).toContain('No webhook key yet');
    expect(before).not.toContain('Rotate key');
    const made = await post({ intent: 'create-key' });
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const key = keyOf(await made.text());
    expect(key).toMatch(/^[\w-]{32,}$/);
    const [row] = await working();
    expect(row).toMatchObject({ hash: sha256(key), hint: key.slice(-4), expires_at: null });
    const after = await page();
    expect(after).not.toContain(key);
    expect(visibleTextOf(after)).toContain(`…${key.slice(-4)}`);
    expect(visibleTextOf(after)).toMatch(/Created [A-Z][a-z]{2} \d+, \d{4}, .* · never used/);
    expect(JSON.stringify((await site.db.query('select * from audit_log')).rows)).not.toContain(key);
    expect(await lastAudit()).toMatchObject({
      event: 'webhook_key_created',
      details: { hint: key.slice(-4) },
    });
  });

  it('is not created twice by a reload or simultaneous requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post({ intent: 'create-key' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const again = await post({ intent: 'create-key' });
    expect(again.status).toBe(409);
    expect(visibleTextOf(await again.text())).toContain(
      'Failed to create key. Someone else has changed the keys',
    );
    expect(await working()).toHaveLength(1);
    expect((await site.db.query('select 1 from audit_log')).rowCount).toBe(1);
  });

  it('rotates: the old key works for 24 hours unless it is revoked', async () => {
    const first = keyOf(await (await post({ intent: 'create-key' })).text());
    const id = idOf(await page());
    const rotated = await post({ intent: 'rotate-key', id });
    const second = keyOf(await rotated.text());
    expect(second).toMatch(/^[\w-]{32,}$/);
    expect(second).not.toBe(first);
    const [old, current] = await working();
    expect([old?.hash, current?.hash]).toEqual([sha256(first), sha256(second)]);
    expect(current?.expires_at).toBeNull();
    const hours = (old?.expires_at.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(visibleTextOf(await page())).toContain('expires');

    const stale = await post({ intent: 'rotate-key', id });
    expect(stale.status).toBe(409);
    expect(await working()).toHaveLength(2);

    const revoked = await post({ intent: 'revoke-key' });
    expect(revoked.status).toBe(303);
    expect((await working()).map(({ hash }) => hash)).toEqual([sha256(second)]);
    const after = visibleTextOf(await page());
    expect(after).toContain('Old key revoked');
    expect(after).not.toContain('Revoke old key');
    expect(await lastAudit()).toMatchObject({
      event: 'webhook_key_revoked',
      details: { hints: [first.slice(-4)] },
    });
    expect((await post({ intent: 'rotate-key', id: 'nonsense' })).status).toBe(404);
  });
});

describe('while the database is unavailable', () => {
  it('returns a form with everything that was typed', async () => {
    await site.withoutDatabase(async () => {
      for (const [answer, ...expected] of [
        [
          await post({ ...TYPED, version: 'a version' }),
          'Failed to save settings',
          'value="Bench &amp; Ledger"',
          'value="a version"',
        ],
        [await post({ intent: 'create-key' }), 'Failed to create key'],
      ] as [Response, ...string[]][]) {
        expect(answer.status).toBe(503);
        const html = await answer.text();
        for (const word of expected) expect(html).toContain(word);
      }
    });
  });
});
