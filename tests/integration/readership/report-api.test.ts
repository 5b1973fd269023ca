// GET /api/readership with its key, and the settings screen on which the key is created.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { expectDescribed } from '../../support/api-document';
import { changeDuring, emptyMagazine } from '../../support/factory';
import { toPlain, visibleTextOf } from '../../support/html';
import { addReadingLog, READING_TABLES } from '../../support/reading-log';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';
import { addWebhookKey, callWebhook, PAYLOAD } from '../../support/webhook';

const API = '/api/readership';
const SETTINGS = '/admin/readership/settings';
const { it, site, admin } = adminTest({ pageCache: 'on' });

const TODAY = 'magazine_day(now(), magazine_zone())';
const ask = async (query: string, key = '') => {
  const answer = await site.get(`${API}?${query}`, { headers: key ? { 'x-api-key': key } : {} });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await expectDescribed(site, ['get', API], answer);
  return answer;
};
const post = (form: Record<string, string>) => admin.post(SETTINGS, form);

/** Creates a key on the settings page and returns it. */
async function createKey(): Promise<string> {
  const html = await (await post({ intent: 'create-key' })).text();
  return /new-key__text">([^<]+)</.exec(html)?.[1] ?? '';
}

describe('the API', () => {
  let key: string;
  let range: string;
  beforeAll(async () => {
    await emptyMagazine(site.db);
    await site.empty(READING_TABLES);
    await addReadingLog(site);
    const { rows } = await site.db.query(
      `select to_char(${TODAY} - 39, 'YYYY-MM-DD') as first, to_char(${TODAY}, 'YYYY-MM-DD') as last`,
    );
    range = `from=${rows[0].first}&to=${rows[0].last}`;
  });
  beforeEach(async () => {
    await site.empty('webhook_keys, auth_throttle');
    key = await addWebhookKey(site.db, 'readership');
  });

  const FIGURES = `count(*)::int as views, sum(engaged_seconds)::int as "engagedSeconds",
    sum((select count(*) from reading_outcomes o where o.view_id = v.id))::int as "signUps"`;
  const READ = `${FIGURES}, (count(*) filter (where quarter = 4))::int as completed`;
  const SITE = `${READ}, (count(*) filter (where is_first))::int as readers, count(article_id)::int as "articleViews"`;
  const WITHIN = `v.day > ${TODAY} - 40`;

  it.for([
    [
      'day',
      `select to_char(day, 'YYYY-MM-DD') as day, ${SITE} from page_views v where ${WITHIN} group by 1 order by 1`,
    ],
    [
      'article',
      `select a.id, a.title, '/article/' || a.slug as path, ${READ}, (count(*) filter (where is_first_of_article))::int as readers
       from page_views v join articles a on a.id = v.article_id where ${WITHIN} group by a.id order by sum(engaged_seconds) desc, a.id`,
    ],
    [
      'source',
      `select source_kind as kind, source as name, ${FIGURES} from page_views v where ${WITHIN} group by 1, 2
       order by sum(engaged_seconds) desc, 1, 2`,
    ],
  ])('answers by %s what a recount of the log says', async ([group, sql]) => {
    const answer = await ask(`${range}&group=${group}`, key);
    expect(answer.status).toBe(200);
    const { total, rows } = await answer.json<{ total: object; rows: Record<string, unknown>[] }>();
    const expected = (await site.db.query(sql as string)).rows;
    const read = rows.filter(({ views }) => views !== 0).map(({ label: _, ...row }) => row);
    expect(read).toEqual(expected);
    if (group === 'day') expect(rows).toHaveLength(40);
    expect(total).toEqual((await site.db.query(`select ${SITE} from page_views v where ${WITHIN}`)).rows[0]);
  });

  it('names no article that is not public', async () => {
    const { rows } = await site.db.query(
      "update articles set status = 'archived' where slug = 'story-1' returning id",
    );
    const answer = await ask(`${range}&group=article`, key);
    await site.db.query("update articles set status = 'published' where slug = 'story-1'");
    const { rows: found } = await answer.json<{ rows: { id: string }[] }>();
    expect(found.find(({ id }) => id === rows[0].id)).toMatchObject({ title: null, path: null });
  });

  it.for([
    '',
    'from=2026-01-01',
    'from=2026-01-02&to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
    'from=2026-01-01&to=2026-01-02&group=reader',
    "from=2026-01-01';--&to=2026-01-02",
  ])('refuses "%s"', async (query) => {
    const answer = await ask(query, key);
    expect([answer.status, typeof (await answer.json<{ error: string }>()).error]).toEqual([422, 'string']);
  });

  it('accepts only its own key, which the webhook rejects', async () => {
    const webhookKey = await addWebhookKey(site.db);
    expect((await ask(range, key)).status).toBe(200);
    for (const wrong of ['', 'wrong', webhookKey, key.slice(1), `${key}x`, 'x'.repeat(300)])
      expect([wrong, (await ask(range, wrong)).status]).toEqual([wrong, 401]);
    expect((await admin.get(`${API}?${range}`)).status).toBe(401);
    expect((await callWebhook(site, PAYLOAD, { 'x-api-key': key })).status).toBe(401);
    expect((await callWebhook(site, PAYLOAD, { 'x-api-key': webhookKey })).status).toBe(201);
  });

  it('limits calls per key, and wrong keys per address', async () => {
    await ask(range, key);
    await site.db.query(`update auth_throttle set tries = 120 where key like 'webhook:key:%'`);
    const limited = await ask(range, key);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await ask(range, 'wrong');
    await site.db.query(`update auth_throttle set tries = 30 where key like 'webhook:address:%'`);
    expect((await ask(range, 'wrong')).status).toBe(429);
  });

  it('answers 503 while the database is unavailable, and refuses other methods', async () => {
    await site.withoutDatabase(async () => {
      expect((await ask(range, key)).status).toBe(503);
    });
    const posted = await visit(site).post(API, {}, { 'x-api-key': key });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('the settings', () => {
  const FORM = {
    intent: 'settings',
    logDays: '120',
    popular: 'computed',
    popularCount: '7',
    showMostRead: 'on',
  };
  beforeEach(() => site.empty('settings, webhook_keys, audit_log, auth_throttle'));

  const stored = async () =>
    (await site.db.query("select value from settings where key = 'readership'")).rows[0]?.value;
  const versionIn = (html: string) => toPlain(/name="version" value="([^"]*)"/.exec(html)?.[1] ?? '');

  it('are saved with an entry in the audit log', async () => {
    const html = await (await admin.get(SETTINGS)).text();
    expect(html).toMatch(/name="logDays"[^>]*value="90"|value="90"[^>]*name="logDays"/);
    const saved = await post({ ...FORM, version: versionIn(html) });
    expect(saved.status).toBe(303);
    expect(await stored()).toEqual({
      logDays: 120,
      popular: 'computed',
      popularCount: 7,
      showMostRead: true,
      weeklyEmail: false,
    });
    expect((await site.db.query('select event from audit_log')).rows).toEqual([
      { event: 'readership_settings_updated' },
    ]);
  });

  it('refuse invalid input and keep it', async () => {
    for (const [field, value, message] of [
      ['logDays', '3', 'from 7 to 400'],
      ['logDays', 'many', 'from 7 to 400'],
      ['popularCount', '13', 'from 1 to 12'],
    ] as const) {
      const refused = await post({ ...FORM, version: '', [field]: value });
      const html = await refused.text();
      expect([refused.status, visibleTextOf(html)]).toEqual([422, expect.stringContaining(message)]);
      expect(html).toContain(`value="${value}"`);
    }
    expect(await stored()).toBeUndefined();
  });

  it('are not overwritten without notice', async () => {
    const version = versionIn(await (await admin.get(SETTINGS)).text());
    expect((await post({ ...FORM, logDays: '30', version })).status).toBe(303);
    const stale = await post({ ...FORM, logDays: '31', version });
    const html = await stale.text();
    expect([stale.status, visibleTextOf(html)]).toEqual([
      409,
      expect.stringContaining('Someone else changed these settings.'),
    ]);
    expect(html).toContain('value="31"');
    expect((await post({ ...FORM, logDays: '31', version: versionIn(html) })).status).toBe(303);
    expect(await stored()).toMatchObject({ logDays: 31 });
  });

  it('create a key that is shown once, and revoke it', async () => {
    await site.db.query("insert into webhook_keys (hash, hint) values ('x', 'qqqq')");
    const day = 'from=2026-01-01&to=2026-01-01';
    const key = await createKey();
    expect((await ask(day, key)).status).toBe(200);
    const text = await (await admin.get(SETTINGS)).text();
    expect(visibleTextOf(text)).toContain(`…${key.slice(-4)}`);
    expect(text).not.toContain(key);
    expect(visibleTextOf(text)).not.toContain('qqqq');
    // A second key needs the first one revoked.
    expect((await post({ intent: 'create-key' })).status).toBe(409);
    const id = /name="id" value="([^"]*)"/.exec(text)?.[1] ?? '';
    // The page of someone who has not seen this key.
    expect((await post({ intent: 'revoke-key', id: crypto.randomUUID() })).status).toBe(409);
    expect((await ask(day, key)).status).toBe(200);
    const answers = await changeDuring(
      site.db,
      "select pg_advisory_xact_lock(hashtext('webhook keys'))",
      () => Promise.all([1, 2, 3].map(() => post({ intent: 'revoke-key', id }))),
      3,
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const entries = await site.db.query("select 1 from audit_log where event = 'readership_key_revoked'");
    expect(entries.rowCount).toBe(1);
    expect((await ask(day, key)).status).toBe(401);
    const { rows } = await site.db.query(
      "select hint, revoked_at is null as works from webhook_keys order by hint = 'qqqq'",
    );
    expect(rows).toEqual([
      { hint: key.slice(-4), works: false },
      { hint: 'qqqq', works: true },
    ]);
    expect((await ask(day, await createKey())).status).toBe(200);
    const log = visibleTextOf(await (await admin.get('/admin/audit')).text());
    expect(log).toContain('created the readership key');
    expect(log).toContain('revoked the readership key');
  });
});
