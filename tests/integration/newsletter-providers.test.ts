// The same letters through each provider: a local stand-in for Resend and for Postmark, and the outbox.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { signMessage } from '~/lib/standard-webhook';
import { addArticle, emptyAccounts, emptyMagazine } from '../support/factory';
import {
  addReader,
  ageBeforeIssue,
  deliveries,
  issueRow,
  letters,
  setNewsletter,
  statusOf,
  tuesdayAt,
} from '../support/newsletter';
import { type Site, startSite } from '../support/site';

/** What a provider has taken, and how it behaves. */
interface StandIn {
  taken: { to: string; from: string; subject: string; unsubscribe: string | undefined }[];
  /** Answers to give in place of the own, first come first. */
  moods: (Mood | null)[];
  calls: number;
  /** Letters of the largest call. */
  largest: number;
}
interface Mood {
  status: number;
  body?: object;
  headers?: Record<string, string>;
  /** The letters leave, whatever it says then. */
  takesFirst?: boolean;
  /** It takes its time. */
  until?: Promise<void>;
}

const REFUSED_ADDRESS = 'refused@example.com';
const fake: StandIn = { taken: [], moods: [], calls: 0, largest: 0 };
let seen = new Map<string, { payload: string; answer: object }>();

interface Email {
  to: string;
  from: string;
  subject: string;
  headers: Record<string, string>;
  call: string;
}

function take(emails: Email[]): boolean[] {
  fake.largest = Math.max(fake.largest, emails.length);
  return emails.map(({ to, from, subject, headers }) => {
    if (to === REFUSED_ADDRESS) return false;
    fake.taken.push({ to, from, subject, unsubscribe: headers['List-Unsubscribe'] });
    return true;
  });
}

/** As Resend keeps keys: the same call again is answered the same, another one under its key refused. */
function resend(request: IncomingMessage, text: string): { status: number; body: object } {
  expect(request.url).toBe('/emails/batch');
  expect(request.headers.authorization).toBe('Bearer the-key');
  const key = String(request.headers['idempotency-key']);
  const known = seen.get(key);
  if (known)
    return known.payload === text
      ? { status: 200, body: known.answer }
      : { status: 409, body: { name: 'invalid_idempotent_request', message: 'Another payload' } };
  const emails = JSON.parse(text) as (Email & { to: string[] })[];
  const taken = take(emails.map((email) => ({ ...email, to: email.to[0] ?? '' })));
  const answer = {
    data: taken.filter(Boolean).map(() => ({ id: 'x' })),
    errors: taken.flatMap((isTaken, index) => (isTaken ? [] : [{ index, message: 'Invalid `to` field' }])),
  };
  seen.set(key, { payload: text, answer });
  return { status: 200, body: answer };
}

const postmarkCalls = new Map<string, string[]>();

/** As Postmark: no keys, but letters are found by their metadata. */
function postmark(request: IncomingMessage, text: string): { status: number; body: object } {
  expect(request.headers['x-postmark-server-token']).toBe('the-key');
  const url = new URL(request.url ?? '', 'http://postmark');
  if (url.pathname === '/messages/outbound') {
    const found = postmarkCalls.get(url.searchParams.get('metadata_call') ?? '') ?? [];
    return { status: 200, body: { Messages: found.map((to) => ({ Recipients: [to] })) } };
  }
  expect(url.pathname).toBe('/email/batch');
  const emails = JSON.parse(text) as Record<string, unknown>[];
  const plain = emails.map((email) => ({
    to: String(email.To),
    from: String(email.From),
    subject: String(email.Subject),
    headers: Object.fromEntries(
      (email.Headers as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    ),
    call: String((email.Metadata as { call: string }).call),
  }));
  const taken = take(plain);
  for (const [index, { call, to }] of plain.entries())
    if (taken[index]) postmarkCalls.set(call, [...(postmarkCalls.get(call) ?? []), to]);
  return {
    status: 200,
    body: taken.map((isTaken) =>
      isTaken ? { ErrorCode: 0, Message: 'OK' } : { ErrorCode: 300, Message: 'Invalid To address' },
    ) as unknown as object,
  };
}

async function startProvider(answer: typeof resend): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      const mood = fake.moods.shift();
      fake.calls += 1;
      await mood?.until;
      const own = mood && !mood.takesFirst ? null : answer(request, text);
      const { status, body = {} } = mood ?? own ?? { status: 500 };
      response.writeHead(status, { 'content-type': 'application/json', ...mood?.headers });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return server;
}

const SECRET = `whsec_${btoa('a secret of the provider')}`;

describe.each([
  { name: 'resend', answer: resend, path: '/emails' },
  { name: 'postmark', answer: postmark, path: '' },
])('$name', ({ name, answer, path }) => {
  let site: Site;
  let provider: Server;

  beforeAll(async () => {
    provider = await startProvider(answer);
    site = await startSite({
      databaseServer: inject('databaseServer'),
      vars: {
        JOB_LEASE_SECONDS: '1',
        MAIL_PROVIDER: name,
        MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`,
        MAIL_API_KEY: 'the-key',
        MAIL_WEBHOOK_SECRET: SECRET,
      },
    });
  });
  beforeEach(async () => {
    Object.assign(fake, { taken: [], moods: [], calls: 0, largest: 0 });
    seen = new Map();
    postmarkCalls.clear();
    await emptyMagazine(site.db);
    await emptyAccounts(site.db);
    await site.empty('jobs, job_items');
    await setNewsletter(site);
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await site.db.query(
      "insert into leads (email, status) select 'reader' || n || '@example.com', 'confirmed' from generate_series(1, 150) n",
    );
  });
  afterAll(async () => {
    await site.stop();
    provider.close();
  });

  async function sendIssue() {
    await site.runCron(tuesdayAt());
    await vi.waitFor(
      async () => {
        await site.db.query('update newsletter_issues set next_round_at = now()');
        await site.runCron(new Date(), '@start');
        expect((await issueRow(site))?.status).toBe('sent');
      },
      { timeout: 40_000, interval: 200 },
    );
  }
  const addresses = () => fake.taken.map(({ to }) => to).sort();

  it('takes a hundred letters a call, each with its sender and its way out', async () => {
    await sendIssue();
    expect(fake.largest).toBe(100);
    expect(new Set(addresses()).size).toBe(150);
    expect(fake.taken).toHaveLength(150);
    expect(fake.taken[0]).toMatchObject({
      from: '"Law Firm Academy" <letter@academy.example>',
      subject: 'News',
      unsubscribe: expect.stringMatching(/^<https:\/\/magazine\.test\/newsletter\/unsubscribe\?token=r\./),
    });
    expect(await letters(site)).toEqual([]);
  });

  it('is asked again when it is away, busy, or took letters and could not say so', async () => {
    fake.moods = [
      { status: 503 },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 502, takesFirst: true },
      { status: 500 },
    ];
    await sendIssue();
    expect(fake.taken).toHaveLength(150);
    expect(new Set(addresses()).size).toBe(150);
    expect(await deliveries(site)).toEqual({ sent: 150 });
  });

  it('takes no letter twice when a reader leaves between two tries', async () => {
    await site.db.query("delete from leads where email not like 'reader1_@example.com'");
    let goOn = () => {};
    const until = new Promise<void>((done) => {
      goOn = done;
    });
    fake.moods = [
      { status: 502, takesFirst: true },
      { status: 503, until },
    ];
    await site.runCron(tuesdayAt());
    await vi.waitFor(() => expect(fake.calls).toBe(2), { timeout: 50_000 });
    await site.db.query("update leads set status = 'unsubscribed' where email = 'reader15@example.com'");
    goOn();
    await sendIssue();
    expect(fake.taken).toHaveLength(10);
    expect(await deliveries(site)).toEqual({ sent: 9, skipped: 1 });
  });

  it('refuses one address without stopping the others', async () => {
    await addReader(site, REFUSED_ADDRESS);
    await sendIssue();
    expect(fake.taken).toHaveLength(150);
    expect(await deliveries(site)).toEqual({ sent: 150, failed: 1 });
  });

  it('that refuses everything for certain is asked anew, and the reason is shown', async () => {
    // As often as it is asked: the clock of this trigger is ahead, and its own end may ask a second time.
    fake.moods = Array(50).fill({
      status: 401,
      body: { message: 'API key is invalid', Message: 'API key is invalid' },
    });
    await site.runCron(tuesdayAt());
    await vi.waitFor(
      async () => {
        expect(await deliveries(site)).toEqual({ failed: 150 });
        expect((await site.db.query('select status from jobs')).rows[0].status).not.toBe('running');
      },
      { timeout: 50_000, interval: 50 },
    );
    const { rows } = await site.db.query('select distinct reason from newsletter_deliveries');
    expect(rows[0].reason).toContain('API key is invalid');
    fake.moods = [];
    await sendIssue();
    expect(fake.taken).toHaveLength(150);
    expect(await deliveries(site)).toEqual({ sent: 150 });
  });

  describe('reports', () => {
    const bounce = (email: string) =>
      name === 'resend'
        ? { type: 'email.bounced', data: { to: [email], bounce: { type: 'Permanent' } } }
        : { RecordType: 'Bounce', Type: 'HardBounce', Email: email, Inactive: true };
    const soft = (email: string) =>
      name === 'resend'
        ? { type: 'email.bounced', data: { to: [email], bounce: { type: 'Transient' } } }
        : { RecordType: 'Bounce', Type: 'SoftBounce', Email: email, Inactive: false };
    const complaint = (email: string) =>
      name === 'resend'
        ? { type: 'email.complained', data: { to: [email] } }
        : { RecordType: 'SpamComplaint', Email: email };

    async function report(event: object, forged = false): Promise<number> {
      const body = JSON.stringify(event);
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (name === 'postmark')
        headers.authorization = `Basic ${btoa(`postmark:${forged ? 'a guess that is wrong' : SECRET}`)}`;
      else {
        const key = new TextEncoder().encode(forged ? 'another secret' : 'a secret of the provider');
        const signed = await signMessage(key, 'msg_1', new Date(), body);
        for (const [header, value] of Object.entries(signed))
          headers[header.replace('webhook', 'svix')] = value;
      }
      return (await site.get('/api/mail-events', { method: 'POST', body, headers })).status;
    }

    it('of a bounce or a complaint end the letters to that address', async () => {
      expect(await report(bounce('Reader1@example.com'))).toBe(200);
      expect(await report(bounce('Reader1@example.com'))).toBe(200);
      expect(await report(complaint('reader2@example.com'))).toBe(200);
      expect(await report(soft('reader3@example.com'))).toBe(200);
      expect(await report(bounce('nobody@example.com'))).toBe(200);
      expect(await report({ type: 'email.delivered', data: { to: ['reader4@example.com'] } })).toBe(200);
      const statuses = ['reader1', 'reader2', 'reader3', 'reader4'].map((who) =>
        statusOf(site, `${who}@example.com`),
      );
      expect(await Promise.all(statuses)).toEqual(['bounced', 'unsubscribed', 'confirmed', 'confirmed']);
      // Who had left before and come back leaves anew: no link of a letter in between confirms them. A second report moves nothing.
      const leave = async (status: string) => {
        await site.db.query(
          "update leads set status = $1, unsubscribed_at = now() - interval '9 days' where email = 'reader5@example.com'",
          [status],
        );
        expect(await report(complaint('reader5@example.com'))).toBe(200);
        const { rows } = await site.db.query(
          "select status, unsubscribed_at > now() - interval '1 day' as anew from leads where email = 'reader5@example.com'",
        );
        return rows[0];
      };
      expect(await leave('confirmed')).toEqual({ status: 'unsubscribed', anew: true });
      expect(await leave('unsubscribed')).toEqual({ status: 'unsubscribed', anew: false });
    });

    it('of anybody else are not believed', async () => {
      expect(await report(bounce('reader1@example.com'), true)).toBe(401);
      const body = JSON.stringify(bounce('reader1@example.com'));
      expect((await site.get('/api/mail-events', { method: 'POST', body })).status).toBe(401);
      expect((await site.get('/api/mail-events')).status).toBe(405);
      expect(await statusOf(site, 'reader1@example.com')).toBe('confirmed');
    });
  });
});
