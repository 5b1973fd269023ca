// The newsletter through each provider: local fakes of Resend and Postmark.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createLinkSigner } from '~/features/newsletter/emails/link-tokens.server';
import { signMessage } from '~/lib/standard-webhook';
import { ADS_SECRET, TOKENS } from '../../support/ads';
import { addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import {
  addReader,
  addReaderBetween,
  addReadersWithGaps,
  ageBeforeIssue,
  deliveries,
  emails,
  leadStatusOf,
  setNewsletter,
  tuesdayAt,
  waitUntilSentWithCron,
} from '../../support/newsletter';
import { type Site, startSite } from '../../support/site/site';

/** What a provider received, and how it behaves. */
interface FakeProvider {
  accepted: { to: string; from: string; subject: string; unsubscribe: string | undefined }[];
  /** Responses to send instead of its own, in order. */
  overrides: (ResponseOverride | null)[];
  calls: number;
  /** The number of emails in the largest call. */
  largest: number;
}
interface ResponseOverride {
  status: number;
  body?: object;
  /** Instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
  /** Accepts the emails before it sends this response. */
  acceptsFirst?: boolean;
  /** Waits for this before responding. */
  until?: Promise<void>;
}

const REFUSED_ADDRESS = 'refused@example.com';
const fake: FakeProvider = { accepted: [], overrides: [], calls: 0, largest: 0 };
let idempotencyKeys = new Map<string, { payload: string; answer: object }>();

interface Email {
  to: string;
  from: string;
  subject: string;
  headers: Record<string, string>;
  call: string;
}

function accept(emails: Email[]): boolean[] {
  fake.largest = Math.max(fake.largest, emails.length);
  return emails.map(({ to, from, subject, headers }) => {
    if (to === REFUSED_ADDRESS) return false;
    fake.accepted.push({ to, from, subject, unsubscribe: headers['List-Unsubscribe'] });
    return true;
  });
}

/**
 * Implements Resend's idempotency keys: repeats the response of an identical call and rejects a different one
 * with the same key.
 */
function resend(request: IncomingMessage, text: string): { status: number; body: object } {
  expect(request.url).toBe('/emails/batch');
  expect(request.headers.authorization).toBe('Bearer the-key');
  const key = String(request.headers['idempotency-key']);
  const previous = idempotencyKeys.get(key);
  if (previous)
    return previous.payload === text
      ? { status: 200, body: previous.answer }
      : { status: 409, body: { name: 'invalid_idempotent_request', message: 'Another payload' } };
  const emails = JSON.parse(text) as (Email & { to: string[] })[];
  const accepted = accept(emails.map((email) => ({ ...email, to: email.to[0] ?? '' })));
  const answer = {
    data: accepted.filter(Boolean).map(() => ({ id: 'x' })),
    errors: accepted.flatMap((isAccepted, index) =>
      isAccepted ? [] : [{ index, message: 'Invalid `to` field' }],
    ),
  };
  idempotencyKeys.set(key, { payload: text, answer });
  return { status: 200, body: answer };
}

const postmarkCalls = new Map<string, string[]>();

/** Implements Postmark: no idempotency keys, but emails can be searched by metadata. */
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
  const accepted = accept(plain);
  for (const [index, { call, to }] of plain.entries())
    if (accepted[index]) postmarkCalls.set(call, [...(postmarkCalls.get(call) ?? []), to]);
  return {
    status: 200,
    body: accepted.map((isAccepted) =>
      isAccepted ? { ErrorCode: 0, Message: 'OK' } : { ErrorCode: 300, Message: 'Invalid To address' },
    ) as unknown as object,
  };
}

async function startProvider(answer: typeof resend): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      const override = fake.overrides.shift();
      fake.calls += 1;
      await override?.until;
      const own = override && !override.acceptsFirst ? null : answer(request, text);
      const { status, body = {} } = override ?? own ?? { status: 500 };
      response.writeHead(status, { 'content-type': 'application/json', ...override?.headers });
      response.end(override?.text ?? JSON.stringify(body));
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
        AUTH_JWT_SECRET: ADS_SECRET,
        JOB_LEASE_SECONDS: '1',
        MAIL_PROVIDER: name,
        MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`,
        MAIL_API_KEY: 'the-key',
        MAIL_WEBHOOK_SECRET: SECRET,
      },
    });
  });
  beforeEach(async () => {
    Object.assign(fake, { accepted: [], overrides: [], calls: 0, largest: 0 });
    idempotencyKeys = new Map();
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
    await waitUntilSentWithCron(site);
  }
  /** Starts an issue whose calls are all refused with this response, and waits for the end of its job. */
  async function sendRefused(response: ResponseOverride) {
    // More responses than calls: this trigger's clock is ahead, and the end of the job may trigger a second
    // attempt.
    fake.overrides = Array(50).fill(response);
    await site.runCron(tuesdayAt());
    await vi.waitFor(
      async () => {
        expect(Object.keys(await deliveries(site))).toEqual(['failed']);
        expect((await site.db.query('select status from jobs')).rows[0].status).not.toBe('running');
      },
      { timeout: 50_000, interval: 50 },
    );
  }
  const addresses = () => fake.accepted.map(({ to }) => to).sort();

  it('sends a hundred emails per call, each with its sender and unsubscribe link', async () => {
    await sendIssue();
    expect(fake.largest).toBe(100);
    expect(new Set(addresses()).size).toBe(150);
    expect(fake.accepted).toHaveLength(150);
    expect(fake.accepted[0]).toMatchObject({
      from: '"Law Firm Academy" <newsletter@academy.example>',
      subject: 'News',
      unsubscribe: expect.stringMatching(/^<https:\/\/magazine\.test\/newsletter\/unsubscribe\?token=r\./),
    });
    expect(await emails(site)).toEqual([]);
  });

  it('is retried when it fails, is busy, or accepted emails without confirming it', async () => {
    fake.overrides = [
      { status: 503 },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 502, acceptsFirst: true },
      { status: 500 },
    ];
    await sendIssue();
    expect(fake.accepted).toHaveLength(150);
    expect(new Set(addresses()).size).toBe(150);
    expect(await deliveries(site)).toEqual({ sent: 150 });
  });

  it('sends no email twice when a reader unsubscribes between two attempts', async () => {
    await site.db.query("delete from leads where email not like 'reader1_@example.com'");
    let respond = () => {};
    const until = new Promise<void>((done) => {
      respond = done;
    });
    fake.overrides = [
      { status: 502, acceptsFirst: true },
      { status: 503, until },
    ];
    await site.runCron(tuesdayAt());
    await vi.waitFor(() => expect(fake.calls).toBe(2), { timeout: 50_000 });
    await site.db.query("update leads set status = 'unsubscribed' where email = 'reader15@example.com'");
    respond();
    await sendIssue();
    expect(fake.accepted).toHaveLength(10);
    expect(await deliveries(site)).toEqual({ sent: 9, skipped: 1 });
  });

  it('sends no email twice when it accepted emails without confirming it and then refuses the repeat', async () => {
    await site.db.query("delete from leads where email not like 'reader1_@example.com'");
    fake.overrides = [{ status: 502, acceptsFirst: true }, ...Array(50).fill({ status: 401 })];
    await site.runCron(tuesdayAt());
    await vi.waitFor(
      async () => {
        await site.runCron(new Date(), '@start');
        expect((await site.db.query('select status from jobs')).rows[0].status).not.toBe('running');
      },
      { timeout: 50_000, interval: 50 },
    );
    expect(await deliveries(site)).toEqual({ sending: 10 });
    fake.overrides = [];
    await sendIssue();
    expect(fake.accepted).toHaveLength(10);
    expect(await deliveries(site)).toEqual({ sent: 10 });
  });

  it('is asked again after a response that cannot be read', async () => {
    await site.db.query("delete from leads where email not like 'reader1_@example.com'");
    fake.overrides = [
      { status: 200, text: 'OK', acceptsFirst: true },
      { status: 200, text: 'OK' },
    ];
    await sendIssue();
    expect(fake.accepted).toHaveLength(10);
    expect(await deliveries(site)).toEqual({ sent: 10 });
  });

  it('continues with the other addresses when one is rejected', async () => {
    await addReader(site, REFUSED_ADDRESS);
    await sendIssue();
    expect(fake.accepted).toHaveLength(150);
    expect(await deliveries(site)).toEqual({ sent: 150, failed: 1 });
  });

  it('is retried after a permanent error, and the reason is shown', async () => {
    await sendRefused({
      status: 401,
      body: { message: 'API key is invalid', Message: 'API key is invalid' },
    });
    expect(await deliveries(site)).toEqual({ failed: 150 });
    const { rows } = await site.db.query('select distinct reason from newsletter_deliveries');
    expect(rows[0].reason).toContain('API key is invalid');
    fake.overrides = [];
    await sendIssue();
    expect(fake.accepted).toHaveLength(150);
    expect(await deliveries(site)).toEqual({ sent: 150 });
  });

  it.runIf(name === 'postmark')('is retried when it refuses each email because of the account', async () => {
    const Message = 'The sender signature is not confirmed';
    await sendRefused({ status: 200, body: Array(100).fill({ ErrorCode: 400, Message }) });
    expect((await site.db.query('select status from newsletter_issues')).rows).toEqual([
      { status: 'sending' },
    ]);
    const { rows } = await site.db.query("select distinct reason from job_items where status = 'failed'");
    expect(rows).toEqual([{ reason: `The mail provider refused the emails: ${Message}` }]);
    fake.overrides = [];
    await sendIssue();
    expect(fake.accepted).toHaveLength(150);
    expect(await deliveries(site)).toEqual({ sent: 150 });
  });

  it.runIf(name === 'postmark')('gets only the refused emails again after it accepted some', async () => {
    await site.db.query("delete from leads where email not like 'reader1_@example.com'");
    const codes = [0, ...Array(9).fill(405)];
    fake.overrides = [{ status: 200, body: codes.map((ErrorCode) => ({ ErrorCode, Message: 'Limit' })) }];
    await sendIssue();
    expect(fake.accepted).toHaveLength(9);
    expect(await deliveries(site)).toEqual({ sent: 10 });
  });

  it('is retried after growing pauses', async () => {
    await sendRefused({ status: 401 });
    const retry = async () => {
      await site.db.query('update newsletter_issues set next_round_at = now()');
      await site.runCron(new Date());
      await vi.waitFor(
        async () =>
          expect((await site.db.query('select status from jobs')).rows[0].status).not.toBe('running'),
        { timeout: 50_000, interval: 50 },
      );
      const { rows } = await site.db.query(
        'select rounds, extract(epoch from next_round_at - now())::float8 as seconds from newsletter_issues',
      );
      return rows[0];
    };
    await retry();
    const { rounds, seconds } = await retry();
    const pause = 60 * 2 ** (rounds - 1);
    expect(pause).toBeGreaterThanOrEqual(120);
    expect(seconds).toBeGreaterThan(pause - 60);
    expect(seconds).toBeLessThanOrEqual(pause);
  });

  it('gets no call with more than a hundred emails when a reader confirms before refused ones are retried', async () => {
    await site.db.query('delete from leads');
    await addReadersWithGaps(site, 100);
    await sendRefused({ status: 401 });
    await addReaderBetween(site, 50, 'late@example.com');
    // The provider refuses the first call of the retry, too, so the remaining ones are repeated.
    fake.overrides = [{ status: 401 }];
    await sendIssue();
    expect(fake.largest).toBe(100);
    expect(fake.accepted).toHaveLength(101);
    expect(new Set(addresses()).size).toBe(101);
    expect(await deliveries(site)).toEqual({ sent: 101 });
  });

  describe('reports', () => {
    const bounce = (email: string) =>
      name === 'resend'
        ? { type: 'email.bounced', data: { to: [email], bounce: { type: 'Permanent' } } }
        : { RecordType: 'Bounce', Type: 'HardBounce', Email: email, Inactive: true };
    const softBounce = (email: string) =>
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

    it('of bounces and complaints stop emails to that address', async () => {
      expect(await report(bounce('Reader1@example.com'))).toBe(200);
      expect(await report(bounce('Reader1@example.com'))).toBe(200);
      expect(await report(complaint('reader2@example.com'))).toBe(200);
      expect(await report(softBounce('reader3@example.com'))).toBe(200);
      expect(await report(bounce('nobody@example.com'))).toBe(200);
      expect(await report({ type: 'email.delivered', data: { to: ['reader4@example.com'] } })).toBe(200);
      const statuses = ['reader1', 'reader2', 'reader3', 'reader4'].map((who) =>
        leadStatusOf(site, `${who}@example.com`),
      );
      expect(await Promise.all(statuses)).toEqual(['bounced', 'unsubscribed', 'confirmed', 'confirmed']);
      // A second complaint changes nothing. After resubscribing, a complaint sets a new time, so no link of
      // an earlier email can confirm the address.
      const complainAs = async (status: string) => {
        await site.db.query(
          "update leads set status = $1, unsubscribed_at = now() - interval '9 days' where email = 'reader5@example.com'",
          [status],
        );
        expect(await report(complaint('reader5@example.com'))).toBe(200);
        const { rows } = await site.db.query(
          "select status, unsubscribed_at > now() - interval '1 day' as is_renewed from leads where email = 'reader5@example.com'",
        );
        return rows[0];
      };
      expect(await complainAs('confirmed')).toEqual({ status: 'unsubscribed', is_renewed: true });
      expect(await complainAs('unsubscribed')).toEqual({ status: 'unsubscribed', is_renewed: false });
    });

    it.runIf(name === 'postmark')('of suppressed addresses stop emails to them', async () => {
      const suppression = (who: string, SuppressionReason: string | null, SuppressSending = true) => ({
        RecordType: 'SubscriptionChange',
        Recipient: `${who}@example.com`,
        SuppressSending,
        SuppressionReason,
      });
      for (const event of [
        suppression('reader1', 'ManualSuppression'),
        suppression('reader2', 'HardBounce'),
        suppression('reader3', 'SpamComplaint'),
        suppression('reader4', null, false),
      ])
        expect(await report(event)).toBe(200);
      const statuses = [1, 2, 3, 4].map((n) => leadStatusOf(site, `reader${n}@example.com`));
      expect(await Promise.all(statuses)).toEqual(['unsubscribed', 'bounced', 'unsubscribed', 'confirmed']);
    });

    it('of a complaint end the hour in which the reader can undo "Never"', async () => {
      const post = (path: string, fields: Record<string, string> = {}) =>
        site.get(path, { method: 'POST', body: new URLSearchParams(fields) });
      const email = 'new@example.com';
      const leadId = await addReader(site, email);
      // No confirmation email, because this provider accepts only newsletters.
      await site.db.query(
        "insert into auth_throttle (key, tries, ends_at) values ($1, 5, now() + interval '1 hour')",
        [`confirm:lead:${await TOKENS.hash(email)}`],
      );
      const signer = await createLinkSigner({ tokens: TOKENS });
      const preferences = `/newsletter/preferences?token=${await signer.reader({ leadId, issueId: null })}`;
      for (const [event, status] of [
        [null, 'confirmed'],
        [complaint('New@example.com'), 'unsubscribed'],
      ] as const) {
        await post(preferences, { frequency: 'never' });
        if (event) await report(event);
        await post(preferences, { frequency: 'weekly' });
        expect(await leadStatusOf(site, email)).toBe(status);
      }
    });

    it('with a wrong signature are rejected', async () => {
      expect(await report(bounce('reader1@example.com'), true)).toBe(401);
      const body = JSON.stringify(bounce('reader1@example.com'));
      expect((await site.get('/api/mail-events', { method: 'POST', body })).status).toBe(401);
      expect((await site.get('/api/mail-events')).status).toBe(405);
      expect(await leadStatusOf(site, 'reader1@example.com')).toBe('confirmed');
    });
  });
});
