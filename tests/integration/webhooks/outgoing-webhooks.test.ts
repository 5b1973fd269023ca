// Outgoing webhooks through the real local queue and cron task.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, NEW_ARTICLE } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { emails, linkIn } from '../../support/newsletter';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const HOOK = 'https://hooks.automation.com/catch/1';
const HERE = '/admin/webhooks/outgoing';

interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
}

const { it, site, admin } = adminTest({
  publicFetch: async (request) => {
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    received.push({ url: request.url, headers, body, json: JSON.parse(body) });
    return answer();
  },
});
let received: Received[] = [];
let answer: () => Response;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('webhook_endpoints, webhook_events, webhook_deliveries, audit_log');
  received = [];
  answer = () => new Response('Thank you');
});

async function addEndpoint(events: string[], url = HOOK): Promise<string> {
  const fields: [string, string][] = events.map((event) => ['events', event]);
  const made = await admin.post(HERE, [['intent', 'create'], ['url', url], ['active', 'on'], ...fields]);
  return /new-key__text">(whsec_[^<]+)</.exec(await made.text())?.[1] ?? '';
}
const deliveries = async () => (await site.db.query('select * from webhook_deliveries order by id')).rows;
const endpoints = async () => (await site.db.query('select * from webhook_endpoints')).rows;
const waitForDeliveries = (count: number) =>
  expect
    .poll(
      async () => (await deliveries()).filter((row) => row.tries > 0 && row.claimed_until === null).length,
      {
        timeout: 50_000,
      },
    )
    .toBe(count);

async function deleteByAdmin(email: string) {
  const { rows } = await site.db.query('select id from leads where email = $1', [email]);
  expect((await admin.post('/admin/leads', { intent: 'delete', id: rows[0].id })).status).toBe(303);
}

async function deleteByReader(email: string) {
  const path = linkIn((await emails(site, email)).at(-1), '/newsletter/unsubscribe');
  const link = path.replace('unsubscribe', 'preferences');
  expect((await visit(site).post(link, { intent: 'forget' })).status).toBe(303);
}

describe('an endpoint', () => {
  it('receives a signed event immediately when an article is published', async () => {
    const secret = await addEndpoint(['article.published']);
    const id = await createByForm(admin, { ...NEW_ARTICLE, status: 'published', imageUrl: '/stock/a.webp' });
    await waitForDeliveries(1);
    const [{ url, headers, body, json }] = received as [Received];
    expect(url).toBe(HOOK);
    expect(json).toMatchObject({
      type: 'article.published',
      data: {
        id,
        slug: 'how-to-say-no-to-a-client',
        url: 'https://magazine.test/article/how-to-say-no-to-a-client',
        image_url: 'https://magazine.test/stock/a.webp',
        author: 'Dana Whitfield',
        category: null,
        read_time: 4,
      },
    });
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'));
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${hmac.update(signed).digest('base64')}`);
    expect(headers['content-type']).toBe('application/json');
    expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }]);
    expect((await endpoints())[0]).toMatchObject({ failing_since: null, active: true });
    expect((await endpoints())[0].last_success_at).not.toBeNull();
  });

  it('has received an event once it answers with 200, even if the answer breaks off', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(new ReadableStream({ pull: (body) => body.error(new Error('reset')) }));
    await addArticle(site.db);
    await site.runCron();
    await waitForDeliveries(1);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 1 }]);
  });

  it('receives events of scheduled, bulk and automated publishing, and of new subscribers', async () => {
    await addEndpoint(['article.published', 'lead.created']);
    const draft = await addArticle(site.db, { title: 'A draft', status: 'draft' });
    await site.db.query("update articles set publish_at = now() - interval '1 minute' where id = $1", [
      draft,
    ]);
    await site.runCron();
    await waitForDeliveries(1);
    await visit(site).post('/subscribe', { email: 'ann@example.com', source: 'footer' });
    await waitForDeliveries(2);
    // A known subscriber causes no event.
    await visit(site).post('/subscribe', { email: 'ANN@example.com', source: 'footer' });
    await site.db.query(`insert into articles (title, slug, author, status) select 'Bulk ' || n, 'bulk-' || n, 'A', 'published'
      from generate_series(1, 5) n`);
    await site.runCron();
    await waitForDeliveries(7);
    expect(received.map(({ json }) => json.type).sort()).toEqual([
      ...Array(6).fill('article.published'),
      'lead.created',
    ]);
    const lead = received.find(({ json }) => json.type === 'lead.created');
    expect(lead?.json.data).toMatchObject({ email: 'ann@example.com', source: 'footer', status: 'pending' });
  });

  it.for([
    ['an admin', deleteByAdmin],
    ['the reader', deleteByReader],
  ] as const)('is sent nothing more about a subscriber whom %s deletes', async ([, remove]) => {
    await addEndpoint(['lead.created']);
    answer = () => new Response('Out of order', { status: 500 });
    for (const name of ['ann', 'bob'])
      await visit(site).post('/subscribe', { email: `${name}@example.com`, source: 'footer' });
    await waitForDeliveries(2);
    await remove('ann@example.com');
    const { rows } = await site.db.query('select data from webhook_events');
    expect(rows.map(({ data }) => data.email)).toEqual(['bob@example.com']);
    received = [];
    await site.runCron(new Date(Date.now() + 3_600_000));
    await expect
      .poll(() => received.map(({ json }) => json.data.email), { timeout: 20_000 })
      .toContain('bob@example.com');
    expect(received.map(({ json }) => json.data.email)).not.toContain('ann@example.com');
  });

  it('receives updates only when subscribed to them, and never for drafts', async () => {
    await addEndpoint(['article.updated']);
    const id = await addArticle(site.db, { title: 'Old title' });
    await addArticle(site.db, { status: 'draft' });
    await site.db.query("update articles set title = 'New title' where id = $1", [id]);
    await site.db.query("update articles set title = 'New draft' where status = 'draft'");
    await site.db.query("update articles set status = 'archived' where id = $1", [id]);
    await site.runCron();
    await waitForDeliveries(1);
    expect(received.map(({ json }) => [json.type, json.data.title])).toEqual([
      ['article.updated', 'New title'],
    ]);
  });

  it('gets no events from rolled-back transactions, and none are stored without endpoints', async () => {
    await addArticle(site.db);
    expect((await site.db.query('select 1 from webhook_events')).rowCount).toBe(0);
    await addEndpoint(['article.published']);
    await site.db.query('begin');
    await addArticle(site.db);
    await site.db.query('rollback');
    await site.db.query('begin');
    await site.db.query("select set_config('magazine.events', 'off', true)");
    await addArticle(site.db);
    await site.db.query('commit');
    expect((await site.db.query('select 1 from webhook_events')).rowCount).toBe(0);
  });
});

describe('a failed delivery', () => {
  it('is retried with increasing delays and records each attempt', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(`Out of order ${'x'.repeat(5_000)}`, { status: 500 });
    await addArticle(site.db);
    await site.runCron();
    await waitForDeliveries(1);
    const [first] = await deliveries();
    const delay = (first.next_try_at.getTime() - Date.parse(first.log[0].at)) / 1000;
    expect([first.status, first.tries]).toEqual(['waiting', 1]);
    // Measured from the start of the attempt, so the delay includes its duration.
    expect(delay).toBeGreaterThan(23);
    expect(delay).toBeLessThan(60);
    expect(first.log).toMatchObject([{ status: 500, reason: 'The endpoint responded with 500' }]);
    expect(first.log[0].answer).toHaveLength(1_000);
    // Nothing happens before the retry is due. The retry has the same body and id and a new signature.
    await site.runCron();
    answer = () => Response.redirect('https://elsewhere.com/', 302);
    await site.runCron(new Date(first.next_try_at.getTime() + 1_000));
    await expect.poll(async () => (await deliveries())[0].log.length).toBe(2);
    expect((await deliveries())[0].log[1]).toMatchObject({
      status: 302,
      reason: 'The endpoint redirected the request',
    });
    expect(received).toHaveLength(2);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  });

  it('fails after nine attempts, and can be resent manually', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(null, { status: 503 });
    await addArticle(site.db);
    await site.db.query('update webhook_deliveries set tries = 8');
    // Late enough even if adding the endpoint has just queued the delivery, which delays it by a minute.
    await site.runCron(new Date(Date.now() + 70_000));
    await expect.poll(async () => (await deliveries())[0].status).toBe('failed');
    const [endpoint] = await endpoints();
    const page = `${HERE}/${endpoint.id}`;
    expect(visibleTextOf(await (await admin.get(page)).text())).toMatch(
      /An article is published[\s\S]*failed/,
    );
    answer = () => new Response('Better now');
    const [{ id }] = await deliveries();
    const again = await admin.post(page, { intent: `redeliver-${id}`, id: String(id) });
    expect(again.status).toBe(303);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered', tries: 1 });
    const text = visibleTextOf(await (await admin.get(page)).text());
    expect(text).toContain('Delivered');
    expect(text).toContain('Better now');
    expect((await admin.post(page, { intent: 'redeliver-1', id: '999999' })).status).toBe(409);
    const { rows } = await site.db.query(
      "select actor_id is not null as named, subject, details from audit_log where event = 'webhook_redelivered'",
    );
    expect(rows).toEqual([
      { named: true, subject: HOOK, details: { id: endpoint.id, delivery: Number(id) } },
    ]);
    expect(visibleTextOf(await (await admin.get('/admin/audit')).text())).toContain(
      `resent an event to the endpoint “${HOOK}”`,
    );
  });

  it('is sent once for repeated messages, and again when its sender crashed', async () => {
    await addEndpoint(['article.published']);
    await addArticle(site.db);
    const [{ id }] = await deliveries();
    const message = { v: 1 as const, type: 'webhook-delivery' as const, deliveryId: Number(id), tries: 0 };
    await site.send(...Array(8).fill(message));
    await waitForDeliveries(1);
    expect(received).toHaveLength(1);
    await site.db.query(
      "update webhook_deliveries set status = 'waiting', next_try_at = now(), claimed_until = now() + interval '1 hour'",
    );
    await site.runCron();
    await site.db.query("update webhook_deliveries set claimed_until = now() - interval '1 second'");
    await site.runCron();
    await waitForDeliveries(1);
    expect(received).toHaveLength(2);
  });

  it('is listed on older pages, with a link to the newest', async () => {
    await addEndpoint(['article.published']);
    await site.db.query(`
      with event as (
        insert into webhook_events (type, data) select 'webhook.test', '{}' from generate_series(1, 30) returning id
      )
      insert into webhook_deliveries (endpoint_id, event_id, status) select e.id, event.id, 'delivered' from event, webhook_endpoints e`);
    const [{ id }] = await endpoints();
    const look = async (path: string) => {
      const html = await (await admin.get(path)).text();
      const linkTo = (label: string) => new RegExp(`href="([^"]+)"[^>]*>${label}</a>`).exec(html)?.[1];
      return {
        count: html.split('class="delivery__head"').length - 1,
        older: linkTo('Older'),
        newest: linkTo('Newest'),
      };
    };
    const first = await look(`${HERE}/${id}`);
    expect([first.count, first.newest]).toEqual([25, undefined]);
    const second = await look(first.older ?? '');
    expect([second.count, second.older]).toEqual([5, undefined]);
    expect(await look(second.newest ?? '')).toEqual(first);
  });

  it('is queued once, and failing endpoints do not delay others', async () => {
    for (const url of [HOOK, 'https://hooks.automation.com/catch/2'])
      await addEndpoint(['article.published'], url);
    await site.db.query(`
      update webhook_endpoints set failing_since = now() where url = '${HOOK}';
      with event as (
        insert into webhook_events (type, data) select 'webhook.test', jsonb_build_object('n', n) from generate_series(1, 300) n
        returning id
      )
      insert into webhook_deliveries (endpoint_id, event_id, next_try_at)
      select e.id, event.id, now() - case when e.failing_since is null then interval '1 minute' else interval '1 hour' end
      from event, webhook_endpoints e where e.failing_since is not null or event.id in (select id from event limit 3)`);
    answer = () => new Response('No', { status: 500 });
    const before = (await site.logLines()).filter(({ task }) => task === 'deliver-webhooks').length;
    await Promise.all([site.runCron(), site.runCron(), site.runCron()]);
    await waitForDeliveries(8);
    expect(received.filter(({ url }) => url === HOOK)).toHaveLength(5);
    const sent = (await site.logLines()).filter(({ task }) => task === 'deliver-webhooks').slice(before);
    // The work after adding an endpoint may have queued some of them.
    expect(sent.reduce((sum, { done }) => sum + Number(done), 0)).toBeLessThanOrEqual(8);
    // Deliveries for the failing endpoint are due in a minute.
    const { rows } = await site.db.query(
      'select count(*)::int as due from webhook_deliveries where next_try_at <= now()',
    );
    expect(rows).toEqual([{ due: 0 }]);
    await site.runCron(new Date(Date.now() + 70_000));
    await expect.poll(() => received.length, { timeout: 50_000 }).toBe(16);
  });

  it('for days starts over when the endpoint gets another address', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(null, { status: 500 });
    await site.db.query("update webhook_endpoints set failing_since = now() - interval '73 hours'");
    const [{ id }] = await endpoints();
    const edit = { intent: 'save', id, url: `${HOOK}2`, events: 'article.published', active: 'on' };
    expect((await admin.post(HERE, edit)).status).toBe(303);
    await addArticle(site.db);
    await site.runCron();
    await waitForDeliveries(1);
    expect((await deliveries())[0]).toMatchObject({ status: 'waiting', tries: 1 });
    const [endpoint] = await endpoints();
    expect(endpoint.active).toBe(true);
    expect(endpoint.failing_since.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    // Saving the same address does not reset the failure.
    await site.db.query("update webhook_endpoints set failing_since = now() - interval '1 hour'");
    expect((await admin.post(HERE, edit)).status).toBe(303);
    expect((await endpoints())[0].failing_since).not.toBeNull();
  });

  it('for days disables the endpoint, and so does status 410', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(null, { status: 500 });
    await site.db.query("update webhook_endpoints set failing_since = now() - interval '73 hours'");
    await addArticle(site.db);
    await addArticle(site.db);
    await site.runCron();
    await expect
      .poll(async () => (await deliveries()).map(({ status }) => status))
      .toEqual(['failed', 'failed']);
    const [off] = await endpoints();
    expect(off.active).toBe(false);
    expect(visibleTextOf(await (await admin.get(HERE)).text())).toContain('Disabled on');
    await addArticle(site.db);
    expect(await deliveries()).toHaveLength(2);
    const edit = { intent: 'save', id: off.id, url: HOOK, events: 'article.published', active: 'on' };
    expect((await admin.post(HERE, edit)).status).toBe(303);
    expect((await endpoints())[0]).toMatchObject({ active: true, failing_since: null, disabled_at: null });
    answer = () => new Response(null, { status: 410 });
    await addArticle(site.db);
    await site.runCron();
    await expect.poll(async () => (await endpoints())[0].active).toBe(false);
  });

  it('left waiting by an endpoint that is switched off fails without another attempt', async () => {
    await addEndpoint(['article.published']);
    await addArticle(site.db);
    // The worker died before it failed the delivery.
    await site.db.query('update webhook_endpoints set active = false');
    const [left] = await deliveries();
    await visit(site).post('/subscribe', { email: 'ann@example.com', source: 'footer' });
    await site.runCron();
    expect(await deliveries()).toEqual([{ ...left, status: 'failed', finished_at: expect.any(Date) }]);
    await site.db.query('update webhook_endpoints set active = true');
    await site.runCron();
    expect((await deliveries())[0].status).toBe('failed');
    expect(received).toEqual([]);
  });

  it('is deleted with its event after 30 days', async () => {
    await addEndpoint(['article.published']);
    await addArticle(site.db);
    await site.db.query("update webhook_events set occurred_at = now() - interval '31 days'");
    await site.runCron();
    expect(await deliveries()).toEqual([]);
  });
});

describe('the endpoints page', () => {
  it.each([
    ['http://hooks.automation.com/', 'URL must start with https:// and be on a public site'],
    ['https://127.0.0.1/', 'URL must start with https:// and be on a public site'],
    ['https://hooks.internal/', 'URL must start with https:// and be on a public site'],
    ['nonsense', 'URL must start with https:// and be on a public site'],
  ])('rejects %s', async (url, reason) => {
    const refused = await admin.post(`${HERE}?new`, [
      ['intent', 'create'],
      ['url', url],
      ['events', 'lead.created'],
    ]);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain(`Failed to save endpoint. ${reason}`);
    expect(html).toContain(`value="${url}"`);
    expect(await endpoints()).toEqual([]);
  });

  it('rejects missing and unknown events and an existing address', async () => {
    const create = (...events: [string, string][]) =>
      admin.post(`${HERE}?new`, [['intent', 'create'], ['url', HOOK], ...events]);
    expect(visibleTextOf(await (await create()).text())).toContain('Choose at least one event');
    expect((await create(['events', 'everything'])).status).toBe(422);
    await addEndpoint(['lead.created']);
    expect(visibleTextOf(await (await create(['events', 'lead.created'])).text())).toContain(
      'An endpoint with this URL already exists',
    );
  });

  it('sends a test, renews the secret and deletes, with audit log entries and without storing the secret', async () => {
    const secret = await addEndpoint(['lead.created']);
    const [{ id }] = await endpoints();
    const test = await admin.post(HERE, { intent: 'test', id });
    expect(test.headers.get('location')).toBe(`${HERE}/${id}`);
    expect(received.map(({ json }) => json.type)).toEqual(['webhook.test']);
    expect(visibleTextOf(await (await admin.get(`${HERE}/${id}`)).text())).toContain('Test delivered');
    const renewed = await (await admin.post(HERE, { intent: 'renew-secret', id })).text();
    expect(/whsec_[^<]+/.exec(renewed)?.[0]).not.toBe(secret);
    expect((await admin.get(HERE)).status).toBe(200);
    expect(await (await admin.get(HERE)).text()).not.toContain('whsec_');
    await admin.post(HERE, { intent: 'delete', id });
    expect([await endpoints(), await deliveries()]).toEqual([[], []]);
    const { rows } = await site.db.query('select event, subject, details from audit_log order by id');
    expect(rows.map(({ event }) => event)).toEqual([
      'endpoint_created',
      'endpoint_tested',
      'endpoint_secret_renewed',
      'endpoint_deleted',
    ]);
    expect(rows[1]).toEqual({ event: 'endpoint_tested', subject: HOOK, details: { id } });
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });
});

describe('the form of an endpoint', () => {
  const versionIn = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
  async function open() {
    await addEndpoint(['article.published']);
    const [{ id }] = (await endpoints()) as [{ id: string }];
    const dialog = `${HERE}?edit=${id}`;
    const version = versionIn(await (await admin.get(dialog)).text());
    const save = (url: string, version: string) =>
      admin.post(dialog, { intent: 'save', id, url, events: 'lead.created', active: 'on', version });
    return { id, dialog, version, save };
  }

  it('is not overwritten without notice', async () => {
    const { version, save } = await open();
    await site.db.query('update webhook_endpoints set last_success_at = now()');
    expect((await save('https://hooks.example.com/theirs', version)).status).toBe(303);
    const stale = await save('https://hooks.example.com/mine', version);
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else has changed this endpoint');
    expect(html).toContain('value="https://hooks.example.com/mine"');
    expect((await endpoints()).map(({ url }) => url)).toEqual(['https://hooks.example.com/theirs']);
    expect((await save('https://hooks.example.com/mine', versionIn(html))).status).toBe(303);
    expect((await endpoints()).map(({ url }) => url)).toEqual(['https://hooks.example.com/mine']);
  });

  it('cannot re-enable an endpoint that was disabled in the meantime', async () => {
    const { version, save } = await open();
    await site.db.query('update webhook_endpoints set active = false, disabled_at = now()');
    expect((await save(HOOK, version)).status).toBe(409);
    expect((await endpoints()).map(({ active }) => active)).toEqual([false]);
  });

  it('is returned with the typed text when the session has ended or the database is unavailable', async () => {
    const { id, dialog, save } = await open();
    const typed = 'https://hooks.example.com/typed';
    const visitor = visit(site);
    const fields = { intent: 'save', id, url: typed, events: 'lead.created', active: 'on', version: 'seen' };
    await site.withoutDatabase(async () => {
      const answer = await save(typed, 'seen');
      expect(answer.status).toBe(503);
      const html = await answer.text();
      for (const value of [typed, 'seen', id]) expect(html).toContain(`value="${value}"`);
    });
    const answer = await visitor.post(dialog, fields);
    expect(answer.status).toBe(401);
    const html = await answer.text();
    for (const value of [typed, 'seen', id]) expect(html).toContain(`value="${value}"`);
    expect((await endpoints()).map(({ url }) => url)).toEqual([HOOK]);
  });
});
