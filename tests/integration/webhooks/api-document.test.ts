// The OpenAPI document, and that responses match it.
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect } from 'vitest';
import { type ApiDocument, documentOf, expectDescribed, schemaOf } from '../../support/api-document';
import { addAccount, addArticle, addCategory } from '../../support/factory';
import { toPlain, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';
import { addWebhookKey, callWebhook, PAYLOAD, type WebhookCallAnswer } from '../../support/webhook';

const { it, site, admin } = adminTest();
let key: string;
let api: ApiDocument;

beforeAll(async () => {
  key = await addWebhookKey(site.db);
  await addCategory(site.db, 'operations', 'Operations');
  await addArticle(site.db, { title: 'Intake', category: 'operations', tags: ['roi'] });
  api = await documentOf(site);
});

describe('the document', () => {
  it('is OpenAPI 3.1 and describes each operation once', () => {
    expect(api.openapi).toBe('3.1.0');
    expect(api.servers).toEqual([{ url: 'https://magazine.test' }]);
    const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('postArticle');
    expect(Object.keys(api.webhooks)).toEqual(['article.published', 'article.updated', 'lead.created']);
    for (const { requestBody } of operations)
      for (const { schema, example } of Object.values(requestBody?.content ?? {}))
        expect(schemaOf(schema).safeParse(example).error).toBeUndefined();
  });

  it('is explained in the admin', async () => {
    const page = visibleTextOf(await (await admin.get('/admin/api')).text());
    for (const path of Object.keys(api.paths)) expect(page).toContain(`https://magazine.test${path}`);
  });
});

describe('responses match the document', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    site.get('/api/zapier-webhook', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    });
  const body = JSON.stringify(PAYLOAD);
  const CALLS: [number, () => Promise<Response>][] = [
    [201, () => post(body, { 'idempotency-key': 'a' })],
    [201, () => post(body, { 'idempotency-key': 'a' })],
    [400, () => post('{')],
    [401, () => post(body, { 'x-api-key': 'wrong' })],
    [401, () => post(body, { 'webhook-signature': 'v1,x' })],
    [405, () => site.get('/api/zapier-webhook')],
    [413, () => post('x'.repeat(5 * 1024 * 1024 + 1))],
    [415, () => post(body, { 'content-type': 'text/csv' })],
    [422, () => post('{}')],
    [201, () => post(JSON.stringify({ ...PAYLOAD, category: 'Nowhere' }))],
    [422, () => post('{"title":"x"}', { 'idempotency-key': 'a' })],
    [503, () => site.withoutDatabase(() => post(body))],
    [
      429,
      async () => {
        await site.db.query(`update auth_throttle set tries = 120 where key like 'webhook:key:%'`);
        return post(body);
      },
    ],
  ];
  it.each(CALLS)('for the webhook, %i', async (status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    await expectDescribed(site, ['post', '/api/zapier-webhook'], answer);
  });

  it('for search, me and health', async () => {
    await expectDescribed(site, ['get', '/api/search'], await site.get('/api/search?q=intake'));
    await expectDescribed(site, ['get', '/api/search'], await site.get('/api/search?q=intake&view=card'));
    await expectDescribed(site, ['get', '/api/search'], await site.get('/api/search?q=x'));
    await expectDescribed(site, ['get', '/api/me'], await site.get('/api/me'));
    await expectDescribed(site, ['get', '/api/me'], await admin.get('/api/me'));
    await expectDescribed(site, ['get', '/healthz'], await site.get('/healthz'));
  });

  const postJson = (who: Visitor, path: string, asked: object) =>
    who.post(path, JSON.stringify(asked), { 'content-type': 'application/json' });

  it('for article images', async () => {
    const reader = visit(site);
    await addAccount(site.db, { email: 'reader@example.com' });
    await reader.signIn('reader@example.com');
    const articleId = await addArticle(site.db, { title: 'No image yet' });
    const none = 'aaaaaaaa-0000-4000-8000-000000000000';
    for (const [status, who, asked] of [
      [401, visit(site), { articleId }],
      [403, reader, { articleId }],
      [404, admin, { articleId: none }],
      [422, admin, { articleId: 7 }],
      [200, admin, { articleId }],
      [409, admin, { articleId }],
    ] as const) {
      const answer = await postJson(who, '/api/generate-article-images', asked);
      expect(answer.status).toBe(status);
      await expectDescribed(site, ['post', '/api/generate-article-images'], answer);
    }
  });

  it('for category images', async () => {
    for (const [status, asked] of [
      [200, { categoryName: 'Operations' }],
      [404, { categoryName: 'Nowhere' }],
      [422, {}],
    ] as const) {
      const answer = await postJson(visit(site), '/api/generate-category-image', asked);
      expect(answer.status).toBe(status);
      await expectDescribed(site, ['post', '/api/generate-category-image'], answer);
    }
  });

  it('for subscribing', async () => {
    const subscribe = (email: string) => visit(site).post('/api/subscribe', { email, source: 'footer' });
    for (const [email, status] of [
      ['ann@example.com', 204],
      ['ann@example.com', 204],
      ['nobody', 422],
    ] as const) {
      const answer = await subscribe(email);
      expect(answer.status).toBe(status);
      await expectDescribed(site, ['post', '/api/subscribe'], answer);
    }
  });
});

describe('the webhook tab', () => {
  const partOf = (html: string, id: string) =>
    toPlain(new RegExp(`id="${id}"[^>]*><code>([\\s\\S]*?)</code>`).exec(html)?.[1] ?? '');

  it.each([
    '/admin-old?tab=webhook',
    '/admin/settings',
  ])('%s has an example that works when pasted', async (path) => {
    await site.db.query("delete from auth_throttle; update categories set name = 'Partners'' Operations'");
    const html = await (await admin.get(path)).text();
    expect(visibleTextOf(html)).toContain('Requests need an x-api-key header');
    const accepted = await callWebhook(site, partOf(html, 'webhook-body'), { 'x-api-key': key });
    expect(accepted.status).toBe(201);

    // Runs the example in a shell in which `curl` is a function that prints its arguments.
    const line = partOf(html, 'webhook-command').replace('YOUR_KEY', key);
    const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`]).toString();
    const [flag, method, address, ...rest] = printed.split('\0');
    expect([flag, method, address]).toEqual(['-X', 'POST', 'https://magazine.test/api/zapier-webhook']);
    const headers: Record<string, string> = {};
    let body = '';
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const value = rest[at + 1] ?? '';
      if (rest[at] === '-d') body = value;
      else headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 2);
    }
    const pasted = await site.get('/api/zapier-webhook', { method: 'POST', body, headers });
    expect(pasted.status).toBe(201);
    const { article }: WebhookCallAnswer = await pasted.json();
    const { rows } = await site.db.query(
      'select c.name, a.image_url from articles a join categories c on c.id = a.category_id where a.id = $1',
      [article?.id],
    );
    expect(rows).toEqual([{ name: "Partners' Operations", image_url: '/stock/operations-800.webp' }]);
  });
});
