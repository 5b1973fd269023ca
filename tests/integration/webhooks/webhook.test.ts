// The webhook over HTTP, as an automation calls it.
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { documentOf } from '../../support/api-document';
import { addCategory, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visitAsAdmin } from '../../support/visitor';
import { addWebhookKey, callWebhook, PAYLOAD, type WebhookCallAnswer } from '../../support/webhook';

const PHOTO = 'https://cdn.publisher.com/court.jpg';

const { it, site } = siteTest({
  pageCache: 'on',
  publicFetch: ({ url }) => externalResponses.get(url)?.() ?? new Response('Not found', { status: 404 }),
});
let admin: Visitor;
let key: string;
const externalResponses = new Map<string, () => Response | Promise<Response>>();

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  key = await addWebhookKey(site.db);
  await documentOf(site);
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('webhook_requests, auth_throttle, audit_log, media');
  externalResponses.clear();
});

const call = (body: unknown, headers: Record<string, string> = {}) =>
  callWebhook(site, body, { 'x-api-key': key, ...headers });
const articles = async () => (await site.db.query('select * from articles order by created_at, slug')).rows;
const requests = async () => (await site.db.query('select * from webhook_requests order by id')).rows;

it('warns about images of the text that could not be downloaded, also when the call is repeated', async () => {
  const content = `<p>One</p><img src="${PHOTO}" alt="A court">`;
  const once = { 'idempotency-key': 'missing photo' };
  const first = await call({ ...PAYLOAD, content }, once);
  expect(first.status).toBe(201);
  expect(first.json.warnings).toEqual([{ field: 'content', message: expect.stringContaining(PHOTO) }]);
  expect((await call({ ...PAYLOAD, content }, once)).json).toEqual(first.json);
});

it('warns about embedded images that were removed', async () => {
  const content = '<p>One</p><img src="data:image/png;base64,AAAA" alt="A court">';
  expect((await call({ ...PAYLOAD, content })).json.warnings).toEqual([
    {
      field: 'content',
      message:
        '1 embedded image was removed, because it is not a valid JPEG, PNG, GIF, WebP or AVIF of at most 5MB.',
    },
  ]);
});

describe('a call with every field', () => {
  it('publishes the article immediately everywhere', async () => {
    await addCategory(site.db, 'operations', 'Operations');
    externalResponses.set(
      PHOTO,
      async () =>
        new Response(new Uint8Array(await drawImage('jpeg')), {
          headers: { 'content-type': 'image/jpeg' },
        }),
    );
    expect(await site.text('/category/operations')).not.toContain('Four-Minute');
    const answer = await call({
      ...PAYLOAD,
      category: ' operations ',
      image_url: PHOTO,
      read_time: '7',
      is_featured: 'TRUE',
      is_popular: 0,
      status: 'draft',
      unknown: { field: ['ignored'] },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const [row] = await articles();
    const slug = 'the-four-minute-rule';
    expect(answer.json).toEqual({
      success: true,
      article: { id: row.id, slug, url: `https://magazine.test/article/${slug}` },
    });
    expect(row).toMatchObject({
      title: 'The Four-Minute Rule',
      slug,
      status: 'published',
      read_time: 7,
      is_featured: true,
      is_popular: false,
      author: 'Dana Whitfield',
      content: '<p>Callers do not wait.</p>',
      summary: 'Callers do not wait.',
      image_url: expect.stringMatching(/^\/media\/article-images\/articles\/\d+\.jpg$/),
    });
    expect(row.first_published_at).not.toBeNull();
    expect((await site.get(`/article/${slug}`)).status).toBe(200);
    expect(await site.text('/category/operations')).toContain('Four-Minute');
    const { rows: revisions } = await site.db.query('select cause, version from article_revisions');
    expect(revisions).toEqual([{ cause: 'webhook', version: 1 }]);
    const { rows: lines } = await site.db.query(
      "select subject, details, actor_id from audit_log where event = 'article_created'",
    );
    expect(lines).toEqual([
      { subject: row.title, actor_id: null, details: { id: row.id, cause: 'webhook' } },
    ]);
  });

  it('sanitizes its HTML and stores embedded images', async () => {
    const image = `data:image/png;base64,${Buffer.from(await drawImage('png')).toString('base64')}`;
    const { status } = await call({
      ...PAYLOAD,
      summary: 'Plain <b>words</b>\u0000 &amp; more',
      content: `<p onclick="alert(1)">Kept</p><script>alert(1)</script><img src="${image}"><a href="javascript:alert(1)">x</a>\ud800`,
    });
    expect(status).toBe(201);
    const [row] = await articles();
    expect(row.content).toMatch(/^<p>Kept<\/p><p?.*src="\/media\/article-images\/articles\/\d+\.png"/);
    expect(row.content).not.toMatch(/script|onclick|data:/);
    expect(row.summary).toBe('Plain words & more');
    expect(row.image_url).toMatch(/^\/media\//);
  });

  it('requires only title, content and author, with a default read time of 5 minutes', async () => {
    const { title, content, author } = PAYLOAD;
    for (const read_time of [undefined, null, 'soon', {}, [], '', true])
      expect((await call({ title, content, author, read_time })).status).toBe(201);
    const rows = await articles();
    expect(rows.map((row) => row.read_time)).toEqual(Array(7).fill(5));
    expect(rows.map((row) => row.slug)).toContain('the-four-minute-rule-7');
    for (const read_time of [-3, 0, '0.5']) await call({ title, content, author, read_time });
    expect((await articles()).filter((row) => row.read_time === 1)).toHaveLength(3);
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const body = JSON.stringify({ ...PAYLOAD, read_time: 0 }).replace('"read_time":0', `"read_time":${deep}`);
    expect((await call(body)).status).toBe(201);
  });
});

it('finds an existing author whose name differs only in case, an exact match first', async () => {
  for (const author of ['Dana Whitfield', 'DANA WHITFIELD', 'dana whitfield', 'Bo Chen'])
    expect((await call({ ...PAYLOAD, author })).status).toBe(201);
  expect((await articles()).map((row) => row.author)).toEqual([
    ...Array(3).fill('Dana Whitfield'),
    'Bo Chen',
  ]);
  await site.db.query("insert into authors (name, slug) values ('DANA WHITFIELD', 'dana-2')");
  expect((await call({ ...PAYLOAD, author: 'DANA WHITFIELD' })).status).toBe(201);
  const named = "select 1 from articles a join authors au on au.id = a.author_id where au.slug = 'dana-2'";
  expect((await site.db.query(named)).rowCount).toBe(1);
});

describe('a rejected call', () => {
  it('lists every error', async () => {
    const { status, json } = await call({
      title: ' ',
      content: '<p> </p><script>x</script>',
      author: ['Dana'],
      summary: 'x '.repeat(1_500),
      image_url: 'ftp://x',
      is_featured: 'perhaps',
    });
    expect(status).toBe(422);
    expect(json.success).toBe(false);
    expect(json.issues).toEqual([
      { field: 'title', message: 'title is required' },
      { field: 'content', message: 'content is required' },
      { field: 'author', message: 'author should be a string' },
      { field: 'summary', message: 'summary is limited to 2000 characters' },
      { field: 'image_url', message: 'image_url should start with http:// or https://' },
      { field: 'is_featured', message: 'is_featured should be true or false' },
    ]);
    expect(await articles()).toEqual([]);
  });

  it.each([
    ['invalid JSON', '{"title": ', 400, 'The body is not valid JSON.'],
    ['an empty body', '', 400, 'The body is not valid JSON.'],
    ['a list', '[1]', 400, 'The body should be a JSON object.'],
    ['null', 'null', 400, 'The body should be a JSON object.'],
    ['an empty object', '{}', 422, 'title is required; content is required; author is required'],
  ])('reports %s', async (_, body, status, error) => {
    const answer = await call(body);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(answer.json.issues.length).toBeGreaterThan(0);
  });

  it('reports invalid encoding, content types and Idempotency-Keys', async () => {
    const bytes = await callWebhook(site, new Uint8Array([123, 255, 254, 125]), { 'x-api-key': key });
    expect([bytes.status, bytes.json.error]).toEqual([400, 'The body is not valid UTF-8.']);
    for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'application/json; charset=utf-16'])
      expect((await call(PAYLOAD, { 'content-type': type })).status, type).toBe(415);
    expect((await call(PAYLOAD, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    for (const type of [
      'text/plain;charset=UTF-8',
      'application/vnd.api+json',
      'application/json; charset="utf-8"',
    ])
      expect((await call(PAYLOAD, { 'content-type': type })).status, type).toBe(201);
  });

  it('reports an image that cannot be fetched, and fetches nothing from internal addresses', async () => {
    // Browsers treat a backslash as a slash.
    const elsewhere = '/\\elsewhere.example/a.png';
    for (const image_url of [PHOTO, 'http://169.254.169.254/latest', 'http://localhost/a.png', elsewhere]) {
      const { status, json } = await call({ ...PAYLOAD, image_url });
      expect(status).toBe(422);
      expect(json.issues).toMatchObject([{ field: 'image_url' }]);
    }
    expect(await articles()).toEqual([]);
  });

  it('is limited to 5 MB with any declared length', async () => {
    const body = JSON.stringify({ ...PAYLOAD, content: 'x'.repeat(5 * 1024 * 1024) });
    expect((await call(body)).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let start = 0; start < body.length; start += 500_000)
          controller.enqueue(new TextEncoder().encode(body.slice(start, start + 500_000)));
        controller.close();
      },
    });
    const streamed = await site.get('/api/zapier-webhook', {
      method: 'POST',
      body: chunks,
      headers: { 'x-api-key': key },
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ success: false, error: 'The body is longer than 5 MB.' });
    const padded = { ...PAYLOAD, padding: 'x'.repeat(5 * 1024 * 1024 - 1_000) };
    expect((await call(padded)).status).toBe(201);
  });

  it('answers 405 for other methods', async () => {
    const get = await site.get('/api/zapier-webhook');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await site.get('/api/zapier-webhook', { method })).status).toBe(405);
  });

  it('answers 503 while the database is unavailable', async () => {
    await site.withoutDatabase(async () => {
      const { status, json, headers } = await call(PAYLOAD);
      expect([status, json.success]).toEqual([503, false]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});

describe('the category', () => {
  const category = 'Ethics & Fees';
  const setRule = async (unknownCategory: string) => {
    const saved = await admin.post('/admin/webhooks', { intent: 'save-rules', unknownCategory });
    expect(saved.status).toBe(303);
  };

  it('rule is not overwritten when someone else changed it in the meantime', async () => {
    await setRule('refuse');
    const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const opened = versionIn(await (await admin.get('/admin/webhooks')).text());
    await setRule('create');
    const save = (version: string) =>
      admin.post('/admin/webhooks', { intent: 'save-rules', unknownCategory: 'omit', version });
    const stale = await save(opened);
    const html = await stale.text();
    expect([stale.status, visibleTextOf(html)]).toEqual([
      409,
      expect.stringContaining('Someone else changed these settings.'),
    ]);
    expect((await call({ ...PAYLOAD, category })).json).not.toHaveProperty('warnings');
    // The choice is still there, and the second save replaces the version that the page now shows.
    expect(html.replaceAll('=""', '')).toContain('value="omit" selected');
    expect((await save(versionIn(html))).status).toBe(303);
    await site.db.query("delete from settings where key = 'webhook'");
  });

  it('is left out with a warning when unknown, by default', async () => {
    const warnings = [
      {
        field: 'category',
        message: 'The category “Ethics & Fees” does not exist, so the article was published without one.',
      },
    ];
    const once = { 'idempotency-key': 'unknown category' };
    const first = await call({ ...PAYLOAD, category }, once);
    expect([first.status, first.json]).toEqual([201, expect.objectContaining({ success: true, warnings })]);
    const repeated = await call({ ...PAYLOAD, category }, once);
    expect(repeated.json).toEqual(first.json);
    expect((await articles()).map((row) => [row.status, row.category_id])).toEqual([['published', null]]);
    expect((await site.db.query('select 1 from categories')).rowCount).toBe(0);
    const [logged] = await requests();
    const list = visibleTextOf(await (await admin.get('/admin/webhooks')).text());
    const detail = visibleTextOf(await (await admin.get(`/admin/webhooks/${logged.id}`)).text());
    for (const text of [list, detail]) expect(text).toContain(warnings[0]?.message);
    expect((await call(PAYLOAD)).json).not.toHaveProperty('warnings');
  });

  it('is rejected when unknown if the setting says so', async () => {
    await setRule('refuse');
    const refused = await call({ ...PAYLOAD, category });
    expect(refused.status).toBe(422);
    expect(refused.json.issues).toEqual([
      { field: 'category', message: 'The category “Ethics & Fees” does not exist' },
    ]);
    expect(await articles()).toEqual([]);
  });

  it('is created when unknown if the setting says so', async () => {
    await setRule('create');
    const made = await Promise.all(Array.from({ length: 5 }, () => call({ ...PAYLOAD, category })));
    expect(made.map(({ status, json }) => [status, json.warnings])).toEqual(Array(5).fill([201, undefined]));
    const { rows } = await site.db.query('select id, name, slug from categories');
    expect(rows).toMatchObject([{ name: 'Ethics & Fees', slug: 'ethics-fees' }]);
    expect((await articles()).map((row) => row.category_id)).toEqual(Array(5).fill(rows[0].id));
  });

  it('without visible characters counts as none, and the images are stored once', async () => {
    await setRule('create');
    const image = `data:image/png;base64,${Buffer.from(await drawImage('png')).toString('base64')}`;
    const answer = await call({
      ...PAYLOAD,
      category: ' \u200b\u2060',
      content: `<p>One</p><img src="${image}">`,
    });
    expect([answer.status, answer.json.warnings]).toEqual([201, undefined]);
    expect((await articles()).map((row) => row.category_id)).toEqual([null]);
    expect((await site.db.query('select 1 from media')).rowCount).toBe(1);
  });

  it('is not created for a call that is rejected', async () => {
    await setRule('create');
    for (const wrong of [{ image_url: PHOTO }, { title: 'x'.repeat(301) }])
      expect((await call({ ...PAYLOAD, category, ...wrong })).status).toBe(422);
    expect((await site.db.query('select 1 from categories')).rowCount).toBe(0);
  });
});

describe('a key', () => {
  it('is required, and wrong ones are limited to 30 a minute per caller', async () => {
    const from = { 'cf-connecting-ip': '192.0.2.7' };
    expect((await callWebhook(site, PAYLOAD, from)).status).toBe(401);
    const wrong = { ...from, 'x-api-key': 'wrong' };
    const answers = await Promise.all(Array.from({ length: 31 }, () => callWebhook(site, PAYLOAD, wrong)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(29).fill(401), 429, 429]);
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await callWebhook(site, PAYLOAD, { 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await call(PAYLOAD, from)).status).toBe(201);
    expect(await requests()).toHaveLength(1);
  });

  it('is limited to 120 calls a minute', async () => {
    const hash = createHash('sha256').update(key).digest('hex');
    await site.db.query(`insert into auth_throttle values ($1, 119, now() + interval '1 minute')`, [
      `webhook:key:${hash}`,
    ]);
    expect((await call(PAYLOAD)).status).toBe(201);
    const { status, headers } = await call(PAYLOAD);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('works until it is revoked or expires, and records its last use', async () => {
    const old = await addWebhookKey(site.db);
    const headers = { 'x-api-key': old };
    expect((await callWebhook(site, PAYLOAD, headers)).status).toBe(201);
    const used = await site.db.query('select last_used_at from webhook_keys where hint = $1', [
      old.slice(-4),
    ]);
    expect(Date.now() - used.rows[0].last_used_at.getTime()).toBeLessThan(60_000);
    const set = (change: string) =>
      site.db.query(`update webhook_keys set ${change} where hint = $1`, [old.slice(-4)]);
    await set(`expires_at = now() + interval '1 hour'`);
    expect((await callWebhook(site, PAYLOAD, headers)).status).toBe(201);
    await set(`expires_at = now() - interval '1 second'`);
    expect((await callWebhook(site, PAYLOAD, headers)).status).toBe(401);
    await set('expires_at = null, revoked_at = now()');
    expect((await callWebhook(site, PAYLOAD, headers)).status).toBe(401);
    expect(await site.text('/robots.txt')).toBeTruthy();
    await site.db.query('delete from webhook_keys where hint = $1', [old.slice(-4)]);
  });

  it('is never stored', async () => {
    await call({ ...PAYLOAD, summary: `My key is ${key}` });
    await call(`{ "key": "${key}"`);
    expect((await requests()).map(({ status }) => status)).toEqual([201, 400]);
    expect(JSON.stringify(await requests())).not.toContain(key);
    expect(JSON.stringify((await site.db.query('select * from audit_log')).rows)).not.toContain(key);
  });
});

it("ignores cookies, so other sites' pages gain nothing by calling it", async () => {
  const { status } = await call(PAYLOAD, { origin: 'https://elsewhere.example' });
  expect(status).toBe(201);
  const forged = await admin.post(
    '/api/zapier-webhook',
    { title: 'x' },
    { origin: 'https://elsewhere.example' },
  );
  expect(forged.status).toBe(401);
  const answer: WebhookCallAnswer = await (await site.get('/api/zapier-webhook', { method: 'POST' })).json();
  expect(answer.success).toBe(false);
});
