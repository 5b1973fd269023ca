// Common attacks: forged forms, open redirects, session fixation and email header injection.
import { beforeAll, describe, expect } from 'vitest';
import { addAccount, addArticle, PASSWORD } from '../../support/factory';
import { emails } from '../../support/newsletter';
import { listRoutes, plausibleAddress } from '../../support/routes';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const EVIL = 'https://evil.example';
const { it, site, admin } = adminTest();
let sessionCookie: string;

beforeAll(async () => {
  await addAccount(site.db);
  await addArticle(site.db, { slug: 'story' });
  sessionCookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});

const routes = listRoutes(new URL('../../..', import.meta.url).pathname)
  .filter(({ hasAction }) => hasAction)
  .map((route) => ({ address: plausibleAddress(route) }));
/**
 * Called by other programs and email clients: cross-origin requests are accepted, and cookies are ignored.
 */
const CROSS_ORIGIN = /^\/(auth\/v1\/|api\/zapier-webhook$|newsletter\/unsubscribe$)/;

describe('a form on another site', () => {
  it('covers every route with an action', () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(routes.filter(({ address }) => CROSS_ORIGIN.test(address))).toHaveLength(3);
  });

  const OTHER_ORIGINS: [string, Record<string, string>][] = [
    ['another site', { origin: EVIL }],
    ['a page without an origin', { origin: 'null' }],
    ['our host on another port', { origin: 'https://magazine.test:444' }],
    ['a host name like ours', { origin: 'https://magazine.test.evil.example' }],
    ['another site, by its referrer', { referer: `${EVIL}/page` }],
    ['no origin', {}],
  ];
  const guarded = routes.filter(({ address }) => !CROSS_ORIGIN.test(address));

  it.each(guarded)("is rejected by $address with a user's cookie", async ({ address }) => {
    for (const [where, headers] of OTHER_ORIGINS)
      for (const path of [address, `${address}.data`]) {
        const answer = await site.get(path, {
          method: 'POST',
          headers: { cookie: sessionCookie, ...headers },
        });
        expect([where, path, answer.status]).toEqual([where, path, 403]);
        expect(answer.headers.getSetCookie(), where).toEqual([]);
        await answer.arrayBuffer();
      }
  });

  it.each(
    routes.filter(({ address }) => CROSS_ORIGIN.test(address)),
  )('gains nothing from the cookie at $address', async ({ address }) => {
    const answers = await Promise.all(
      ['', sessionCookie].map(async (cookie) => {
        const answered = await site.get(address, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', origin: EVIL, cookie },
        });
        expect(await answered.text()).not.toContain('Alex Morgan');
        expect(answered.headers.getSetCookie()).toEqual([]);
        return answered.status;
      }),
    );
    expect(answers[1]).toBe(answers[0]);
  });

  it('cannot change anything through a link or an image', async () => {
    const before = await readState();
    for (const { address } of routes)
      await (
        await site.get(`${address}?intent=delete&scope=everywhere`, { headers: { cookie: sessionCookie } })
      ).body?.cancel();
    expect(await readState()).toEqual(before);
    expect((await admin.get('/admin/audit')).status).toBe(200);
  });

  async function readState() {
    const { rows } = await site.db.query(
      `select (select count(*) from sessions where revoked_at is null) as sessions, (select count(*) from articles) as articles,
         (select count(*) from audit_log where event <> 'leads_exported') as changes, (select count(*) from jobs) as jobs, (select count(*) from settings) as settings`,
    );
    return rows[0];
  }
});

describe('a link with a redirect target', () => {
  const TARGETS = [
    'https://evil.example/',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/%2e%2e',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/%2Fevil.example',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%252Fevil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r\nlocation: https://evil.example',
    ' //evil.example',
    '/\u00a0/evil.example',
    '/\u2028//evil.example',
    '/\uff0fevil.example',
    'javascript:alert(1)//evil.example',
    'JaVaScRiPt:alert(1)//evil.example',
    'java\nscript:alert(1)//evil.example',
    'data:text/html,evil.example',
    'blob:https://evil.example/x',
    'blob:https://magazine.test/x',
    '@evil.example',
    'magazine.test@evil.example',
    'https://magazine.test@evil.example/',
    'https://magazine.test.evil.example/',
    '?x=//evil.example',
  ];
  /** Where a browser would go. */
  const hostOf = (location: string) =>
    URL.canParse(location, 'https://magazine.test/auth')
      ? new URL(location, 'https://magazine.test/auth')
      : { host: 'nowhere', protocol: 'none', pathname: '' };
  /** Returns whether the target is on this site, even after its path is decoded once more. */
  const staysHere = (location: string) => {
    const { host, protocol, pathname } = hostOf(location);
    if (host !== 'magazine.test' || protocol !== 'https:') return false;
    return location.startsWith('https://magazine.test/') || !/^\/(?:\/|\\|%2f|%5c)/i.test(pathname);
  };

  it.each(TARGETS)('cannot redirect %j to another site', async (way) => {
    const into = encodeURIComponent(way);
    const member = visit(site);
    const landings: string[] = [];
    const signedIn = await member.post(`/auth?redirect=${into}`, {
      intent: 'sign-in',
      email: 'ann@example.com',
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(303);
    landings.push(signedIn.headers.get('location') ?? '');
    const subscribed = await visit(site).post('/subscribe', {
      email: `a${TARGETS.indexOf(way)}@example.com`,
      source: 'footer',
      returnTo: way,
    });
    landings.push(subscribed.headers.get('location') ?? '');
    const verified = await site.get(`/auth/v1/verify?token=x&type=magiclink&redirect_to=${into}`);
    if (verified.headers.has('location')) landings.push(verified.headers.get('location') ?? '');
    expect(landings.filter((location) => !staysHere(location))).toEqual([]);
    for (const page of ['/auth', '/auth/second-factor', '/auth?mode=reset', '/subscribe', '/auth/confirm'])
      for (const who of [visit(site), member]) {
        const shown = await who.get(
          `${page}?redirect=${into}&redirectTo=${into}&returnTo=${into}&next=${into}`,
        );
        const location = shown.headers.get('location');
        if (location) expect([page, staysHere(location)]).toEqual([page, true]);
        const links = [...(await shown.text()).matchAll(/(?:href|action|formaction)="([^"]*)"/g)];
        const away = links
          .map(([, link = '']) => link)
          .filter((link) => /^(?!\/).*evil\.example|^\/[/\\]/.test(link));
        expect([page, away]).toEqual([page, []]);
      }
  });
});

describe('an earlier session', () => {
  it('is replaced at sign-in, even if it was planted', async () => {
    await addAccount(site.db, { email: 'mallory@example.com' });
    const mallory = visit(site);
    await mallory.signIn('mallory@example.com');
    const planted = [...mallory.cookies].find(([name]) => name.endsWith('session'));
    const victim = visit(site, mallory);
    await victim.signIn('ann@example.com');
    const own = [...victim.cookies].find(([name]) => name.endsWith('session'));
    expect(own?.[1]).toBeTruthy();
    expect(own?.[1]).not.toBe(planted?.[1]);
    // Mallory's cookie does not open Ann's account.
    expect(await (await mallory.get('/account')).text()).not.toContain('ann@example.com');
    const { rows } = await site.db.query(
      'select count(distinct s.user_id)::int as people from sessions s group by s.id having count(distinct s.user_id) > 1',
    );
    expect(rows).toEqual([]);
  });

  it.each([
    'made-up',
    'x'.repeat(43),
    'a.b.c',
    '00000000-0000-4000-8000-000000000000',
  ])('with a made-up cookie (%s) is rejected and replaced', async (value) => {
    const who = visit(site);
    who.cookies.set('__Host-session', value);
    expect((await who.get('/account')).status).toBe(302);
    who.cookies.set('__Host-session', value);
    await who.signIn();
    expect(who.cookies.get('__Host-session')).not.toBe(value);
    expect((await who.get('/account')).status).toBe(200);
  });
});

describe('an expensive request', () => {
  it('for the routes behind an endless path is rejected, and one from the router is answered', async () => {
    const version = /manifest-(\w+)\.js/.exec(await site.text('/'))?.[1];
    const ask = async (path: string) => (await site.get(`/__manifest?version=${version}&p=${path}`)).status;
    expect(await ask('/article/story')).toBe(200);
    expect(await ask('/a'.repeat(1_900))).toBe(400);
  });
});

describe('a line break in an email field', () => {
  const BREAK = 'Ann\r\nBcc: all@evil.example\r\n\r\nBuy';

  it('adds no header', async () => {
    await site.empty('outbox');
    const who = visit(site);
    await who.post('/auth', {
      intent: 'sign-up',
      fullName: BREAK,
      email: 'new@example.com',
      password: PASSWORD,
    });
    for (const email of [
      'b@example.com\r\nbcc: c@evil.example',
      'b@example.com\nbcc:x@evil.example',
      'b\r@example.com',
    ])
      for (const [path, fields] of [
        ['/auth', { intent: 'sign-up', fullName: 'Ann', email, password: PASSWORD }],
        ['/auth', { intent: 'reset', email }],
        ['/subscribe', { email, source: 'footer' }],
      ] as const)
        expect((await who.post(path, { ...fields })).status).toBeLessThan(500);
    await admin.post('/admin/people', {
      intent: 'invite',
      email: 'inv@example.com',
      fullName: BREAK,
      role: 'author',
    });
    await admin.post('/admin/newsletter/settings', {
      senderName: BREAK,
      senderAddress: 'email@academy.example',
      postalAddress: '1 Court Street',
      time: '10:30',
      intro: 'Good morning.',
      articleCount: '3',
    });
    const made = await admin.post('/admin/newsletter', { intent: 'create', day: '2031-01-07' });
    const at = made.headers.get('location') ?? '';
    await admin.post(at, {
      intent: 'save',
      version: '',
      subject: BREAK,
      intro: '',
      picks: 'auto',
      cta: 'auto',
      ad: 'auto',
    });
    await admin.post(at, { intent: 'test' });
    const sent = await emails(site);
    expect(sent.length).toBeGreaterThan(1);
    for (const email of sent) {
      const lines = [email.to, email.subject, ...Object.entries(email.headers).flat()];
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(email.to).not.toContain('evil');
    }
    const { rows } = await site.db.query('select full_name from profiles where full_name ~ $1', ['[\\n\\r]']);
    expect(rows).toEqual([]);
  });
});
