// Repeated webhook calls: retries, simultaneous calls and replay attacks.
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { documentOf } from '../../support/api-document';
import { emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visitAsAdmin } from '../../support/visitor';
import { addWebhookKey, callWebhook, PAYLOAD } from '../../support/webhook';

const PHOTO = 'https://cdn.publisher.com/court.jpg';
/** Promises to wait for before responding, one per request. */
const waits: (() => Promise<void>)[] = [];

const { it, site } = siteTest(async () => {
  const image = new Uint8Array(await drawImage('jpeg'));
  return {
    publicFetch: async ({ url }) => {
      if (url !== PHOTO) return new Response('Not found', { status: 404 });
      await waits.shift()?.();
      return new Response(image, { headers: { 'content-type': 'image/jpeg' } });
    },
  };
});
let admin: Visitor;
let key: string;

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  key = await addWebhookKey(site.db);
  // Loads the document before a test disconnects the database.
  await documentOf(site);
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('webhook_requests, auth_throttle, audit_log');
  await admin.post('/admin/webhooks', { intent: 'save-rules', unknownCategory: 'refuse' });
  await site.empty('audit_log');
  waits.length = 0;
});

const call = (body: unknown, headers: Record<string, string> = {}) =>
  callWebhook(site, body, { 'x-api-key': key, ...headers });
const once = (idempotencyKey: string, body: unknown = PAYLOAD) =>
  call(body, { 'idempotency-key': idempotencyKey });
const countArticles = async () =>
  Number((await site.db.query('select count(*) from articles')).rows[0].count);
const requests = async () => (await site.db.query('select * from webhook_requests order by id')).rows;

describe('an Idempotency-Key', () => {
  it('creates one article from twenty simultaneous calls, with equal responses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => once('the-same')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countArticles()).toBe(1);
    const repeats = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(repeats).toHaveLength(19);
    expect(await requests()).toHaveLength(1);
    const later = await once('the-same');
    expect([later.status, later.text]).toEqual([201, answers[0]?.text]);
  });

  it('is rejected with another body, and separate for each API key', async () => {
    await once('mine');
    const other = await once('mine', { ...PAYLOAD, title: 'Another' });
    expect([other.status, other.json.error]).toEqual([
      422,
      'This Idempotency-Key was used with a different body.',
    ]);
    const colleague = await addWebhookKey(site.db);
    const theirs = await callWebhook(site, PAYLOAD, { 'x-api-key': colleague, 'idempotency-key': 'mine' });
    expect(theirs.status).toBe(201);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect(await countArticles()).toBe(2);
  });

  it('can be reused with a corrected body after a rejected call', async () => {
    const category = 'Ethics';
    const refused = await Promise.all(Array.from({ length: 5 }, () => once('k', { ...PAYLOAD, category })));
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
    await site.db.query("insert into categories (name, slug) values ('Ethics', 'ethics')");
    expect((await once('k', { ...PAYLOAD, category })).status).toBe(201);
    expect((await once('k', { ...PAYLOAD, category })).headers.get('idempotent-replayed')).toBe('true');
    expect(await countArticles()).toBe(1);
  });

  it('is valid for 24 hours', async () => {
    await once('daily');
    await site.db.query("update webhook_requests set received_at = now() - interval '25 hours'");
    expect((await once('daily')).headers.get('idempotent-replayed')).toBeNull();
    expect(await countArticles()).toBe(2);
  });

  it('of a crashed attempt is claimed by one waiting call once its lease expires', async () => {
    await once('dying');
    // Simulates a worker that crashed before it created the article.
    const crash = (left: string) =>
      site.db.query(
        `update webhook_requests set finished_at = null, status = null, answer = null, article_id = null,
          claimed_until = now() + $1::interval`,
        [left],
      );
    await emptyMagazine(site.db);
    await crash('1 second');
    const answers = await Promise.all(Array.from({ length: 4 }, () => once('dying')));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countArticles()).toBe(1);
    expect((await requests()).map(({ attempt }) => attempt)).toEqual([2]);
  });
});

describe('a signature', () => {
  const BODY = JSON.stringify(PAYLOAD);
  let secret: string;
  beforeAll(async () => {
    const { rows } = await site.db.query('select id from webhook_keys order by created_at limit 1');
    const page = await admin.post('/admin/webhooks', { intent: 'show-secret', id: rows[0].id });
    secret = /new-key__text">(whsec_[^<]+)</.exec(await page.text())?.[1] ?? '';
  });
  let made = 0;
  const sign = (body: string, { id = `msg_${++made}`, age = 0, with: by = secret } = {}) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - age);
    const hmac = createHmac('sha256', Buffer.from(by.replace('whsec_', ''), 'base64'));
    const signature = hmac.update(`${id}.${timestamp}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };

  it('is verified when present, even if not required', async () => {
    expect((await call(BODY, sign(BODY))).status).toBe(201);
    const wrong = 'whsec_d3Jvbmcgd3Jvbmcgd3Jvbmcgd3Jvbmc=';
    for (const headers of [
      sign(`${BODY} `),
      sign(BODY, { with: wrong }),
      sign(BODY, { age: 400 }),
      sign(BODY, { age: -400 }),
      { ...sign(BODY), 'webhook-id': 'msg_other' },
      { ...sign(BODY), 'webhook-id': '' },
      { ...sign(BODY), 'webhook-timestamp': 'now' },
      { ...sign(BODY), 'webhook-signature': 'v1,' },
      { ...sign(BODY), 'webhook-signature': 'v1,@@@ v2,abc' },
    ])
      expect((await call(BODY, headers)).status, JSON.stringify(headers)).toBe(401);
    const several = sign(BODY);
    several['webhook-signature'] = `v1,AAAA ${several['webhook-signature']}`;
    expect((await call(BODY, several)).status).toBe(201);
    expect(await countArticles()).toBe(2);
  });

  it('is required when the setting cannot be read', async () => {
    await site.db.query(
      `insert into settings (key, value) values ('webhook', '{"requireSignature": 3}')
       on conflict (key) do update set value = excluded.value`,
    );
    expect((await call(BODY)).status).toBe(401);
    expect((await call(BODY, sign(BODY))).status).toBe(201);
    expect((await admin.get('/admin/webhooks')).status).toBe(200);
    await site.db.query("delete from settings where key = 'webhook'");
  });

  it('is required when the setting says so', async () => {
    const save = (fields: Record<string, string>) =>
      admin.post('/admin/webhooks', { intent: 'save-rules', unknownCategory: 'refuse', ...fields });
    expect((await save({ requireSignature: 'on' })).status).toBe(303);
    const unsigned = await call(BODY);
    expect([unsigned.status, unsigned.json.error]).toEqual([
      401,
      expect.stringContaining('Requests to this magazine must be signed'),
    ]);
    expect((await call(BODY, sign(BODY, { with: 'whsec_AAAA' }))).status).toBe(401);
    const refused = await requests();
    expect(refused.map(({ body, body_bytes }) => [body, body_bytes])).toEqual(
      Array(2).fill([null, BODY.length]),
    );
    // Rows of earlier releases have a body.
    await site.db.query('update webhook_requests set body = $1', [BODY]);
    for (const { id } of refused) {
      expect(await (await admin.get(`/admin/webhooks/${id}`)).text()).not.toContain('value="replay"');
      expect((await admin.post(`/admin/webhooks/${id}`, { intent: 'replay' })).status).toBe(422);
    }
    expect(await countArticles()).toBe(0);
    expect((await call(BODY, sign(BODY))).status).toBe(201);
    await save({});
    expect((await call(BODY)).status).toBe(201);
  });

  it('is accepted once, and a repeat with the same Idempotency-Key gets the first response', async () => {
    const signed = sign(BODY);
    const first = await call(BODY, signed);
    const replays = await Promise.all([
      call(BODY, signed),
      call(BODY, { ...signed, 'idempotency-key': 'x' }),
    ]);
    expect(replays.map(({ status }) => status)).toEqual([409, 409]);
    const keyed = { ...sign(BODY), 'idempotency-key': 'y' };
    const twice = await Promise.all([call(BODY, keyed), call(BODY, keyed), call(BODY, keyed)]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(twice.map(({ text }) => text)).size).toBe(1);
    expect(first.text).not.toBe(twice[0]?.text);
    expect(await countArticles()).toBe(2);
  });

  const TAKEN = 'This signed request was received before.';
  const BUSY = 'This signed request is still being processed. Please try again in a moment.';
  const ILLUSTRATED = JSON.stringify({ ...PAYLOAD, image_url: PHOTO });
  const endLease = () =>
    site.db.query("update webhook_requests set claimed_until = now() - interval '1 second'");

  /** Starts a call that pauses in the middle of its work until `end` is called. */
  async function startPausedCall(headers: Record<string, string>) {
    const [gone, release] = gate();
    let answer: ReturnType<typeof call> | undefined;
    await new Promise<void>((hasStarted) => {
      waits.push(() => {
        hasStarted();
        return gone;
      });
      answer = call(ILLUSTRATED, headers);
    });
    return {
      end: () => {
        release();
        return answer as ReturnType<typeof call>;
      },
    };
  }

  it('of a call that lost the database can be reused once its lease expires', async () => {
    const signed = sign(ILLUSTRATED);
    const first = await startPausedCall(signed);
    await site.withoutDatabase(async () => {
      expect((await first.end()).status).toBe(503);
    });
    const early = await call(ILLUSTRATED, signed);
    expect([early.status, early.json.error]).toEqual([409, BUSY]);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    await endLease();
    const repeats = await Promise.all(Array.from({ length: 4 }, () => call(ILLUSTRATED, signed)));
    expect(repeats.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await countArticles()).toBe(1);
    const last = await call(ILLUSTRATED, signed);
    expect([last.status, last.json.error]).toEqual([409, TAKEN]);
    expect((await requests()).slice(0, 2)).toMatchObject([
      { status: 503, article_id: null },
      { status: 201, message_id: signed['webhook-id'] },
    ]);
  });

  it('creates one article when the first attempt finishes late', async () => {
    const signed = sign(ILLUSTRATED);
    const first = await startPausedCall(signed);
    await endLease();
    const second = await call(ILLUSTRATED, signed);
    expect(second.status).toBe(201);
    const late = await first.end();
    expect([late.status, late.json.error]).toEqual([409, TAKEN]);
    expect(await countArticles()).toBe(1);
  });

  it('of an unfinished call can be reused with another Idempotency-Key or after a day', async () => {
    const crash = (received: string) =>
      site.db.query(
        `update webhook_requests set finished_at = null, status = null, answer = null, article_id = null,
          claimed_until = now() - interval '1 second', received_at = now() - $1::interval`,
        [received],
      );
    const cases: [first: string | null, second: string | null, received: string][] = [
      [null, null, '1 minute'],
      [null, 'a', '1 minute'],
      ['b', null, '1 minute'],
      ['c', 'd', '1 minute'],
      ['e', 'e', '1 minute'],
      ['f', 'f', '25 hours'],
    ];
    for (const [first, second, received] of cases) {
      const signed = sign(BODY);
      const send = (name: string | null) =>
        call(BODY, name ? { ...signed, 'idempotency-key': name } : signed);
      await send(first);
      await emptyMagazine(site.db);
      await crash(received);
      expect((await send(second)).status, `${first} ${second}`).toBe(201);
      expect([201, 409]).toContain((await send(first)).status);
      expect(await countArticles()).toBe(1);
      await site.empty('webhook_requests');
    }
  });

  it('of a rejected call can be reused', async () => {
    const body = JSON.stringify({ ...PAYLOAD, category: 'Essays' });
    const signed = sign(body);
    expect((await call(body, signed)).status).toBe(422);
    await site.db.query("insert into categories (name, slug) values ('Essays', 'essays')");
    expect((await call(body, signed)).status).toBe(201);
    expect((await call(body, signed)).status).toBe(409);
  });

  it('uses a secret that is not stored, and showing it is logged', async () => {
    const { id } = (await site.db.query('select id from webhook_keys order by created_at limit 1')).rows[0];
    await admin.post('/admin/webhooks', { intent: 'show-secret', id });
    const { rows } = await site.db.query('select * from audit_log');
    expect(rows).toMatchObject([{ event: 'webhook_secret_shown', subject: 'webhook key' }]);
    const keys = (await site.db.query('select * from webhook_keys')).rows;
    expect(JSON.stringify([rows, keys])).not.toContain(secret.slice(6));
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  });
});

describe('the log', () => {
  it('lists calls with their responses, and replays one', async () => {
    await call({ ...PAYLOAD, category: 'Nowhere' });
    await call('{');
    await once('k');
    const list = visibleTextOf(await (await admin.get('/admin/webhooks')).text());
    expect(list).toContain('The Four-Minute Rule');
    expect(list).toContain('Unreadable');
    const [refused, broken, taken] = await requests();
    const accepted = await (await admin.get('/admin/webhooks?show=accepted')).text();
    expect(accepted).toContain(`/admin/webhooks/${taken.id}"`);
    expect(accepted).not.toContain(`/admin/webhooks/${refused.id}"`);
    const detail = visibleTextOf(await (await admin.get(`/admin/webhooks/${refused.id}`)).text());
    expect(detail).toContain('The category “Nowhere” does not exist');
    expect(detail).toContain('"author": "Dana Whitfield"');
    expect(visibleTextOf(await (await admin.get(`/admin/webhooks/${broken.id}`)).text())).toContain(
      'The body is not valid JSON.',
    );

    const again = () => admin.post(`/admin/webhooks/${refused.id}`, { intent: 'replay' });
    const first = await again();
    const to = first.headers.get('location') ?? '';
    expect([first.status, to]).toEqual([303, `/admin/webhooks/${(await requests()).at(-1).id}`]);
    expect(visibleTextOf(await (await admin.get(to)).text())).toContain(
      'Replayed, but rejected with status 422',
    );
    await site.db.query("insert into categories (name, slug) values ('Nowhere', 'nowhere')");
    const second = await again();
    const replayed = visibleTextOf(await (await admin.get(second.headers.get('location') ?? '')).text());
    expect(replayed).toContain('Replayed. The article is published.');
    expect(replayed).toMatch(new RegExp(`Replay of ?Request ${refused.id}`));
    const { rows: replays } = await site.db.query(
      "select actor_id is not null as named, subject from audit_log where event = 'webhook_request_replayed'",
    );
    expect(replays).toEqual(Array(2).fill({ named: true, subject: String(refused.id) }));
    expect(await countArticles()).toBe(2);

    // A replay counts as a save of the person who asked for it.
    await site.db.query("update auth_throttle set tries = 1200 where key like 'article-save:user:%'");
    expect((await again()).status).toBe(429);
    expect(await countArticles()).toBe(2);
  });

  it('omits long bodies, which cannot be replayed, and deletes entries after 30 days', async () => {
    await call({ ...PAYLOAD, padding: 'x'.repeat(300_000) });
    const [{ id, body, status }] = await requests();
    expect([body, status]).toEqual([null, 201]);
    expect(visibleTextOf(await (await admin.get(`/admin/webhooks/${id}`)).text())).toContain(
      'was not stored',
    );
    expect((await admin.post(`/admin/webhooks/${id}`, { intent: 'replay' })).status).toBe(422);
    await call(PAYLOAD);
    await site.db.query(
      "update webhook_requests set received_at = now() - interval '31 days' where id = $1",
      [id],
    );
    await site.runCron();
    expect((await requests()).map((row) => row.body_bytes)).toEqual([JSON.stringify(PAYLOAD).length]);
  });

  it.each([
    '0',
    '-1',
    'x',
    '9'.repeat(40),
    '99999999999999',
  ])('answers 404 for the invalid id %s', async (id) => {
    expect((await admin.get(`/admin/webhooks/${id}`)).status).toBe(404);
    expect((await admin.post(`/admin/webhooks/${id}`, { intent: 'replay' })).status).toBe(404);
  });
});
