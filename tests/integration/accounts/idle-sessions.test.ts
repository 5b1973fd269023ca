// Idle sessions expire by the database clock, sooner for staff.
import { afterEach, beforeEach, describe, expect } from 'vitest';
import {
  ageAccessToken,
  COOKIE_NAME,
  isSignedIn,
  readTokens,
  SESSION_VARS,
} from '../../support/accounts/sessions';
import { addAccount, emptyAccounts } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site } = siteTest({ vars: SESSION_VARS });

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

describe('an idle session', () => {
  const makeIdle = (interval: string) =>
    site.db.query(`update sessions set last_seen_at = last_seen_at - interval '${interval}'`);
  const set = (value: Record<string, number>) =>
    site.db.query("insert into settings (key, value) values ('site', $1)", [JSON.stringify(value)]);
  afterEach(() => site.empty('settings'));

  it.each([
    { who: 'a reader', role: undefined, lives: '13 days 23 hours', ends: '14 days 1 minute' },
    { who: 'an author', role: 'author', lives: '23 hours', ends: '24 hours 1 minute' },
    { who: 'an admin', role: 'admin', lives: '23 hours', ends: '24 hours 1 minute' },
  ] as const)('of $who is valid after $lives and expired after $ends', async ({ role, lives, ends }) => {
    await addAccount(site.db, { email: 'bob@example.com', ...(role && { role }) });
    for (const [interval, isAlive] of [
      [lives, true],
      [ends, false],
    ] as const) {
      const visitor = visit(site);
      await visitor.signIn('bob@example.com');
      const { access, refresh } = await readTokens(visitor);
      await makeIdle(interval);
      expect([interval, (await isSignedIn(visitor)).viewer !== null]).toEqual([interval, isAlive]);
      const headers = { apikey: 'local-public-key', authorization: `Bearer ${access}` };
      expect((await site.get('/auth/v1/user', { headers })).status).toBe(isAlive ? 200 : 401);
      const body = JSON.stringify({ refresh_token: refresh });
      const refreshed = await site.get('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        headers,
        body,
      });
      expect(refreshed.status).toBe(isAlive ? 200 : 400);
      await site.db.query('delete from sessions');
    }
  });

  it('expires when its cookie is due for a refresh, and disappears from the session list', async () => {
    const [visitor, other] = [visit(site), visit(site)];
    await visitor.signIn();
    await ageAccessToken(visitor);
    await makeIdle('15 days');
    await other.signIn();
    expect((await visitor.get('/account')).status).toBe(302);
    expect(visitor.cookies.has(COOKIE_NAME)).toBe(false);
    expect(await (await other.get('/account/security')).text()).not.toContain('name="session"');
  });

  it('lasts as long as the settings say after each use', async () => {
    await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
    await set({ memberIdleDays: 2, staffIdleHours: 72 });
    const [reader, boss] = [visit(site), visit(site)];
    await reader.signIn();
    await boss.signIn('boss@example.com');
    await makeIdle('47 hours');
    await ageAccessToken(reader);
    expect((await isSignedIn(reader)).viewer).not.toBeNull();
    await makeIdle('26 hours');
    expect((await isSignedIn(reader)).viewer).not.toBeNull();
    expect((await isSignedIn(boss)).viewer).toBeNull();
    await makeIdle('23 hours');
    expect((await isSignedIn(reader)).viewer).toBeNull();
  });

  it('keeps the default limit when the stored setting is not a number', async () => {
    await site.db.query(`insert into settings (key, value) values ('site', '{"memberIdleDays": "x"}')`);
    const visitor = visit(site);
    await visitor.signIn();
    await makeIdle('13 days');
    expect((await isSignedIn(visitor)).viewer).not.toBeNull();
    await makeIdle('2 days');
    expect((await isSignedIn(visitor)).viewer).toBeNull();
  });
});
