// Account emails through each real provider: what it receives, and that responses neither wait for it nor
// depend on it.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { addReader, ageBeforeIssue, issueRow, setNewsletter, tuesdayAt } from '../../support/newsletter';
import { type Site, startSite } from '../../support/site/site';
import { visit, visitAsAdmin } from '../../support/visitor';

interface Received {
  from: unknown;
  to: unknown;
  subject: unknown;
  text: string;
  html: string;
  headers: unknown;
}
type Posted = { url: string | undefined; headers: IncomingMessage['headers']; body: Record<string, unknown> };

const received: Received[] = [];
/** The number of emails to reject first, with a temporary or a permanent error. */
let failures = 0;
let isTemporary = true;

const asResend = ({ headers, body }: Posted): Received => {
  expect(headers.authorization).toBe('Bearer the-key');
  return body as unknown as Received;
};
const asPostmark = ({ url, headers, body }: Posted): Received => {
  expect(url).toBe('/email');
  expect(headers['x-postmark-server-token']).toBe('the-key');
  const list = body.Headers as { Name: string; Value: string }[];
  return {
    from: body.From,
    to: [body.To],
    subject: body.Subject,
    text: String(body.TextBody),
    html: String(body.HtmlBody),
    headers: Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])),
  };
};

function fails(): boolean {
  if (failures === 0) return false;
  failures -= 1;
  return true;
}

async function startProvider(read: (posted: Posted) => Received): Promise<Server> {
  const provider = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const isRefused = fails();
      if (!isRefused)
        received.push(read({ url: request.url, headers: request.headers, body: JSON.parse(text) }));
      response.writeHead(isRefused ? (isTemporary ? 503 : 422) : 200).end('{}');
    });
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  return provider;
}

function sendByBinding(mail: Record<string, unknown>): string | null {
  if (fails()) return isTemporary ? 'E_RATE_LIMIT_EXCEEDED' : 'E_RECIPIENT_SUPPRESSED';
  const { name, email } = mail.from as { name: string; email: string };
  received.push({ ...mail, from: `${name} <${email}>`, to: [mail.to] } as unknown as Received);
  return null;
}

describe.each([
  { name: 'http', path: '/emails', read: asResend },
  { name: 'resend', path: '/emails', read: asResend },
  { name: 'postmark', path: '', read: asPostmark },
  { name: 'cloudflare', path: null, read: null },
])('$name', ({ name, path, read }) => {
  let site: Site;
  let provider: Server | null = null;

  beforeAll(async () => {
    if (read) provider = await startProvider(read);
    const vars = provider && {
      MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`,
      MAIL_API_KEY: 'the-key',
    };
    site = await startSite({
      databaseServer: inject('databaseServer'),
      ...(!provider && { receiveEmail: sendByBinding }),
      vars: { MAIL_PROVIDER: name, MAIL_FROM: 'Academy <hello@academy.example>', ...vars },
    });
  });
  beforeEach(async () => {
    received.length = 0;
    failures = 0;
    isTemporary = true;
    await emptyAccounts(site.db);
    await addAccount(site.db);
  });
  afterAll(async () => {
    await site.stop();
    provider?.close();
  });

  const forget = (email: string) => visit(site).post('/auth', { intent: 'forgot', email });

  it('receives the message, which is not stored here', async () => {
    expect((await forget('ann@example.com')).status).toBe(303);
    await vi.waitFor(() => expect(received).toHaveLength(1), 30_000);
    expect(received[0]).toMatchObject({
      from: 'Academy <hello@academy.example>',
      to: ['ann@example.com'],
      subject: 'Reset your password',
    });
    expect(received[0]?.text).toContain('https://magazine.test/auth/confirm?token=');
    expect(received[0]?.html).toContain('https://magazine.test/auth/confirm?token=');
    expect((await site.get('/dev/outbox')).status).toBe(404);
    expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
  });

  it('receives the confirmation of a subscription with its unsubscribe header', async () => {
    await visit(site).post('/subscribe', { email: 'new@example.com', source: 'footer', returnTo: '/' });
    await vi.waitFor(() => expect(received).toHaveLength(1), 30_000);
    expect(received[0]).toMatchObject({
      to: ['new@example.com'],
      headers: { 'List-Unsubscribe': expect.stringContaining('/newsletter/unsubscribe?token=') },
    });
    await site.db.query('delete from leads');
  });

  it('is retried after a temporary failure', async () => {
    failures = 2;
    expect((await forget('ann@example.com')).status).toBe(303);
    await vi.waitFor(() => expect(received).toHaveLength(1), 30_000);
  });

  it('is not retried after a permanent failure', async () => {
    failures = 1;
    isTemporary = false;
    expect((await forget('ann@example.com')).status).toBe(303);
    const failed = async () => (await site.logLines()).filter(({ event }) => event === 'mail_failed');
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), 30_000);
    expect(received).toHaveLength(0);
  });

  it('receives nothing for an address without an account', async () => {
    expect((await forget('who@example.com')).status).toBe(303);
    // Emails are sent in order, so an earlier one would have arrived first.
    expect((await forget('ann@example.com')).status).toBe(303);
    await vi.waitFor(() => expect(received.map(({ to }) => to)).toEqual([['ann@example.com']]), 30_000);
  });
});

describe('a newsletter', () => {
  async function start(vars: Record<string, string>) {
    const site = await startSite({
      databaseServer: inject('databaseServer'),
      receiveEmail: () => null,
      vars: { MAIL_PROVIDER: 'cloudflare', MAIL_FROM: 'Academy <hello@academy.example>', ...vars },
    });
    await emptyMagazine(site.db);
    await setNewsletter(site);
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await addReader(site, 'reader@example.com');
    return site;
  }

  it('is not sent, with the reason, when Cloudflare is the only provider', async () => {
    const site = await start({});
    try {
      await site.runCron(tuesdayAt());
      expect(await issueRow(site)).toBeUndefined();
      const line = (await site.logLines()).find(({ event }) => event === 'issue_not_sent');
      expect(line?.reason).toContain('NEWSLETTER_PROVIDER');
      const admin = await visitAsAdmin(site);
      const day = tuesdayAt().toISOString().slice(0, 10);
      const draft = (await admin.post('/admin/newsletter', { intent: 'create', day })).headers.get(
        'location',
      );
      const { version } = await issueRow(site);
      const sent = await admin.post(draft ?? '', { intent: 'send', version });
      expect([sent.status, await sent.text()]).toEqual([409, expect.stringContaining('NEWSLETTER_PROVIDER')]);
      expect((await issueRow(site)).status).toBe('draft');
    } finally {
      await site.stop();
    }
  });

  it('is sent through a separately configured provider', async () => {
    const batches: { key: unknown; body: unknown }[] = [];
    const provider = await startProvider(({ headers, body }) => {
      batches.push({ key: headers['idempotency-key'], body });
      return { from: '', to: '', subject: '', text: '', html: '', headers: {} };
    });
    const MAIL_API_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const site = await start({ NEWSLETTER_PROVIDER: 'resend', MAIL_API_URL, MAIL_API_KEY: 'the-key' });
    try {
      await site.runCron(tuesdayAt());
      await vi.waitFor(async () => expect((await issueRow(site))?.status).toBe('sent'), 50_000);
      // A call is repeated when its response is lost; its idempotency key prevents a second email.
      expect(new Set(batches.map(({ key }) => key)).size).toBe(1);
      for (const { body } of batches)
        expect(body).toEqual([expect.objectContaining({ to: ['reader@example.com'], subject: 'News' })]);
    } finally {
      await site.stop();
      provider.close();
    }
  });
});
