// What endpoints outside are told, over a queue and a clock that are the real local ones.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createByForm, NEW_ARTICLE } from '../support/editor';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';

const HOOK = 'https://hooks.automation.com/catch/1';
const HERE = '/admin/webhooks/outgoing';

interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
}

let site: Site;
let admin: Visitor;
let received: Received[] = [];
let answer: () => Response;

beforeAll(async () => {
  site = await startSite({
    databaseServer: inject('databaseServer'),
    outside: async (request) => {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      received.push({ url: request.url, headers, body, json: JSON.parse(body) });
      return answer();
    },
  });
  await emptyAccounts(site.db);
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  admin = visit(site);
  await admin.signIn('boss@example.com');
});
afterAll(() => site.stop());
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
const settled = (count: number) =>
  expect
    .poll(
      async () => (await deliveries()).filter((row) => row.tries > 0 && row.claimed_until === null).length,
      {
        timeout: 50_000,
      },
    )
    .toBe(count);

describe('an endpoint', () => {
  it('is told at once that an article is published, signed, with all it needs', async () => {
    const secret = await addEndpoint(['article.published']);
    const id = await createByForm(admin, { ...NEW_ARTICLE, status: 'published', imageUrl: '/stock/a.webp' });
    await settled(1);
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

  it('is told whoever publishes: the clock, a bulk change, an automation; and of subscribers', async () => {
    await addEndpoint(['article.published', 'lead.created']);
    const draft = await addArticle(site.db, { title: 'A draft', status: 'draft' });
    await site.db.query("update articles set publish_at = now() - interval '1 minute' where id = $1", [
      draft,
    ]);
    await site.runCron();
    await settled(1);
    await visit(site).post('/subscribe', { email: 'ann@example.com', source: 'footer' });
    await settled(2);
    // Known already: nothing new.
    await visit(site).post('/subscribe', { email: 'ANN@example.com', source: 'footer' });
    await site.db.query(`insert into articles (title, slug, author, status) select 'Bulk ' || n, 'bulk-' || n, 'A', 'published'
      from generate_series(1, 5) n`);
    await site.runCron();
    await settled(7);
    expect(received.map(({ json }) => json.type).sort()).toEqual([
      ...Array(6).fill('article.published'),
      'lead.created',
    ]);
    const lead = received.find(({ json }) => json.type === 'lead.created');
    expect(lead?.json.data).toMatchObject({ email: 'ann@example.com', source: 'footer', status: 'pending' });
  });

  it('hears of changes only where it asked, and of drafts never', async () => {
    await addEndpoint(['article.updated']);
    const id = await addArticle(site.db, { title: 'Old title' });
    await addArticle(site.db, { status: 'draft' });
    await site.db.query("update articles set title = 'New title' where id = $1", [id]);
    await site.db.query("update articles set title = 'New draft' where status = 'draft'");
    await site.db.query("update articles set status = 'archived' where id = $1", [id]);
    await site.runCron();
    await settled(1);
    expect(received.map(({ json }) => [json.type, json.data.title])).toEqual([
      ['article.updated', 'New title'],
    ]);
  });

  it('costs nothing where there is none, and an event that is rolled back is none', async () => {
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

describe('a delivery that fails', () => {
  it('is tried again later and later, and shows each try', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(`Out of order ${'x'.repeat(5_000)}`, { status: 500 });
    await addArticle(site.db);
    await site.runCron();
    await settled(1);
    const [first] = await deliveries();
    const delay = (first.next_try_at.getTime() - Date.parse(first.log[0].at)) / 1000;
    expect([first.status, first.tries]).toEqual(['waiting', 1]);
    // From the try's beginning, and so with its own length.
    expect(delay).toBeGreaterThan(23);
    expect(delay).toBeLessThan(60);
    expect(first.log).toMatchObject([{ status: 500, reason: 'It answered 500' }]);
    expect(first.log[0].answer).toHaveLength(1_000);
    // Before its time nothing happens; then it is the same message, signed anew.
    await site.runCron();
    answer = () => Response.redirect('https://elsewhere.com/', 302);
    await site.runCron(new Date(first.next_try_at.getTime() + 1_000));
    await expect.poll(async () => (await deliveries())[0].log.length).toBe(2);
    expect((await deliveries())[0].log[1]).toMatchObject({ status: 302, reason: 'It leads elsewhere' });
    expect(received).toHaveLength(2);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  });

  it('is given up after nine tries, and sent again by hand', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(null, { status: 503 });
    await addArticle(site.db);
    await site.db.query('update webhook_deliveries set tries = 8');
    await site.runCron();
    await expect.poll(async () => (await deliveries())[0].status).toBe('failed');
    const [endpoint] = await endpoints();
    const page = `${HERE}/${endpoint.id}`;
    expect(textOf(await (await admin.get(page)).text())).toMatch(/An article is published[\s\S]*failed/);
    answer = () => new Response('Better now');
    const [{ id }] = await deliveries();
    const again = await admin.post(page, { intent: `redeliver-${id}`, id: String(id) });
    expect(again.status).toBe(303);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered', tries: 1 });
    const shown = textOf(await (await admin.get(page)).text());
    expect(shown).toContain('Delivered');
    expect(shown).toContain('Better now');
    expect((await admin.post(page, { intent: 'redeliver-1', id: '999999' })).status).toBe(409);
  });

  it('is sent once, however often its message comes, and by another when its sender died', async () => {
    await addEndpoint(['article.published']);
    await addArticle(site.db);
    const [{ id }] = await deliveries();
    const message = { v: 1 as const, type: 'webhook-delivery' as const, deliveryId: Number(id), tries: 0 };
    await site.send(...Array(8).fill(message));
    await settled(1);
    expect(received).toHaveLength(1);
    await site.db.query(
      "update webhook_deliveries set status = 'waiting', next_try_at = now(), claimed_until = now() + interval '1 hour'",
    );
    await site.runCron();
    await site.db.query("update webhook_deliveries set claimed_until = now() - interval '1 second'");
    await site.runCron();
    await settled(1);
    expect(received).toHaveLength(2);
  });

  it('is found again on older pages, and the newest ones by one link', async () => {
    await addEndpoint(['article.published']);
    await site.db.query(`
      with event as (
        insert into webhook_events (type, data) select 'webhook.test', '{}' from generate_series(1, 30) returning id
      )
      insert into webhook_deliveries (endpoint_id, event_id, status) select e.id, event.id, 'delivered' from event, webhook_endpoints e`);
    const [{ id }] = await endpoints();
    const look = async (path: string) => {
      const html = await (await admin.get(path)).text();
      const linkTo = (words: string) => new RegExp(`href="([^"]+)"[^>]*>${words}</a>`).exec(html)?.[1];
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

  it('goes into the queue once, and those who do not answer hold up nobody', async () => {
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
    await settled(8);
    expect(received.filter(({ url }) => url === HOOK)).toHaveLength(5);
    const sent = (await site.logLines()).filter(({ task }) => task === 'deliver-webhooks').slice(before);
    expect(sent.reduce((sum, { done }) => sum + Number(done), 0)).toBe(8);
    // What waits for the failing one is due in a minute.
    const { rows } = await site.db.query(
      'select count(*)::int as due from webhook_deliveries where next_try_at <= now()',
    );
    expect(rows).toEqual([{ due: 0 }]);
    await site.runCron(new Date(Date.now() + 70_000));
    await expect.poll(() => received.length, { timeout: 50_000 }).toBe(16);
  });

  it('for days has another beginning at another address', async () => {
    await addEndpoint(['article.published']);
    answer = () => new Response(null, { status: 500 });
    await site.db.query("update webhook_endpoints set failing_since = now() - interval '73 hours'");
    const [{ id }] = await endpoints();
    const edit = { intent: 'save', id, url: `${HOOK}2`, events: 'article.published', active: 'on' };
    expect((await admin.post(HERE, edit)).status).toBe(303);
    await addArticle(site.db);
    await site.runCron();
    await settled(1);
    expect((await deliveries())[0]).toMatchObject({ status: 'waiting', tries: 1 });
    const [kept] = await endpoints();
    expect(kept.active).toBe(true);
    expect(kept.failing_since.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    // The same address again forgives nothing.
    await site.db.query("update webhook_endpoints set failing_since = now() - interval '1 hour'");
    expect((await admin.post(HERE, edit)).status).toBe(303);
    expect((await endpoints())[0].failing_since).not.toBeNull();
  });

  it('for days switches the endpoint off, and so does one that says it is gone', async () => {
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
    expect(textOf(await (await admin.get(HERE)).text())).toContain('Switched off on');
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

  it('forgets events after 30 days', async () => {
    await addEndpoint(['article.published']);
    await addArticle(site.db);
    await site.db.query("update webhook_events set occurred_at = now() - interval '31 days'");
    await site.runCron();
    expect(await deliveries()).toEqual([]);
  });
});

describe('the screen', () => {
  it.each([
    ['http://hooks.automation.com/', 'Address needs to be one of a public site that begins with https://'],
    ['https://127.0.0.1/', 'Address needs to be one of a public site that begins with https://'],
    ['https://hooks.internal/', 'Address needs to be one of a public site that begins with https://'],
    ['nonsense', 'Address needs to be one of a public site that begins with https://'],
  ])('refuses %s', async (url, reason) => {
    const refused = await admin.post(`${HERE}?new`, [
      ['intent', 'create'],
      ['url', url],
      ['events', 'lead.created'],
    ]);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(textOf(html)).toContain(`Failed to save endpoint. ${reason}`);
    expect(html).toContain(`value="${url}"`);
    expect(await endpoints()).toEqual([]);
  });

  it('refuses no events, unknown ones, and an address that is there already', async () => {
    const create = (...events: [string, string][]) =>
      admin.post(`${HERE}?new`, [['intent', 'create'], ['url', HOOK], ...events]);
    expect(textOf(await (await create()).text())).toContain('Choose at least one event');
    expect((await create(['events', 'everything'])).status).toBe(422);
    await addEndpoint(['lead.created']);
    expect(textOf(await (await create(['events', 'lead.created'])).text())).toContain(
      'There is an endpoint at this address already',
    );
  });

  it('sends a test, renews the secret, deletes; keeps no secret and writes the audit log', async () => {
    const secret = await addEndpoint(['lead.created']);
    const [{ id }] = await endpoints();
    const test = await admin.post(HERE, { intent: 'test', id });
    expect(test.headers.get('location')).toBe(`${HERE}/${id}`);
    expect(received.map(({ json }) => json.type)).toEqual(['webhook.test']);
    expect(textOf(await (await admin.get(`${HERE}/${id}`)).text())).toContain('The test arrived');
    const renewed = await (await admin.post(HERE, { intent: 'renew-secret', id })).text();
    expect(/whsec_[^<]+/.exec(renewed)?.[0]).not.toBe(secret);
    expect((await admin.get(HERE)).status).toBe(200);
    expect(await (await admin.get(HERE)).text()).not.toContain('whsec_');
    await admin.post(HERE, { intent: 'delete', id });
    expect([await endpoints(), await deliveries()]).toEqual([[], []]);
    const { rows } = await site.db.query('select event, subject, details from audit_log order by id');
    expect(rows.map(({ event }) => event)).toEqual([
      'endpoint_created',
      'endpoint_secret_renewed',
      'endpoint_deleted',
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });
});

describe('the form of an endpoint', () => {
  const stampIn = (html: string) => /name="stamp" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
  async function open() {
    await addEndpoint(['article.published']);
    const [{ id }] = (await endpoints()) as [{ id: string }];
    const dialog = `${HERE}?edit=${id}`;
    const stamp = stampIn(await (await admin.get(dialog)).text());
    const save = (url: string, stamp: string) =>
      admin.post(dialog, { intent: 'save', id, url, events: 'lead.created', active: 'on', stamp });
    return { id, dialog, stamp, save };
  }

  it('is not saved over unseen, unless one says so', async () => {
    const { stamp, save } = await open();
    await site.db.query('update webhook_endpoints set last_success_at = now()');
    expect((await save('https://hooks.example.com/theirs', stamp)).status).toBe(303);
    const stale = await save('https://hooks.example.com/mine', stamp);
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(textOf(html)).toContain('Somebody else changed this endpoint meanwhile');
    expect(html).toContain('value="https://hooks.example.com/mine"');
    expect((await endpoints()).map(({ url }) => url)).toEqual(['https://hooks.example.com/theirs']);
    expect((await save('https://hooks.example.com/mine', stampIn(html))).status).toBe(303);
    expect((await endpoints()).map(({ url }) => url)).toEqual(['https://hooks.example.com/mine']);
  });

  it('is not saved as switched on over one that was switched off meanwhile', async () => {
    const { stamp, save } = await open();
    await site.db.query('update webhook_endpoints set active = false, disabled_at = now()');
    expect((await save(HOOK, stamp)).status).toBe(409);
    expect((await endpoints()).map(({ active }) => active)).toEqual([false]);
  });

  it('is given back with what was typed when the session has ended, and while the database is away', async () => {
    const { id, dialog, save } = await open();
    const typed = 'https://hooks.example.com/typed';
    const nobody = visit(site);
    const fields = { intent: 'save', id, url: typed, events: 'lead.created', active: 'on', stamp: 'seen' };
    await site.loseDatabase();
    try {
      const answer = await save(typed, 'seen');
      expect(answer.status).toBe(503);
      const html = await answer.text();
      for (const value of [typed, 'seen', id]) expect(html).toContain(`value="${value}"`);
    } finally {
      await site.restoreDatabase();
    }
    const answer = await nobody.post(dialog, fields);
    expect(answer.status).toBe(401);
    const html = await answer.text();
    for (const value of [typed, 'seen', id]) expect(html).toContain(`value="${value}"`);
    expect((await endpoints()).map(({ url }) => url)).toEqual([HOOK]);
  });
});
