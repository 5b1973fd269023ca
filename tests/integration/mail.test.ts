// Mail through an HTTP provider: what it is sent, and that an answer neither waits for it nor tells about it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { addAccount, emptyAccounts } from '../support/factory';
import { type Site, startSite } from '../support/site';
import { visit } from '../support/visitor';

let site: Site;
let provider: Server;
let failures = 0;
const received: { authorization?: string; body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const fails = failures > 0;
      if (fails) failures -= 1;
      else received.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(fails ? 503 : 200).end('{}');
    });
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  const { port } = provider.address() as AddressInfo;
  site = await startSite({
    databaseServer: inject('databaseServer'),
    vars: {
      MAIL_PROVIDER: 'http',
      MAIL_API_URL: `http://127.0.0.1:${port}/emails`,
      MAIL_API_KEY: 'the-key',
      MAIL_FROM: 'Academy <hello@academy.example>',
    },
  });
});
beforeEach(async () => {
  received.length = 0;
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterAll(async () => {
  await site.stop();
  provider.close();
});

const forget = (email: string) => visit(site).post('/auth', { intent: 'forgot', email });

it('posts the message with the key, and keeps none of it here', async () => {
  expect((await forget('ann@example.com')).status).toBe(303);
  await vi.waitFor(() => expect(received).toHaveLength(1), 30_000);
  expect(received[0]?.authorization).toBe('Bearer the-key');
  expect(received[0]?.body).toMatchObject({
    from: 'Academy <hello@academy.example>',
    to: ['ann@example.com'],
    subject: 'Reset your password',
  });
  expect(received[0]?.body.text).toContain('https://magazine.test/auth/confirm?token=');
  expect((await site.get('/dev/outbox')).status).toBe(404);
  expect((await site.db.query('select 1 from outbox')).rowCount).toBe(0);
});

it('tries again when the provider is away for a moment', async () => {
  failures = 2;
  expect((await forget('ann@example.com')).status).toBe(303);
  await vi.waitFor(() => expect(received).toHaveLength(1), 30_000);
});

it('sends nothing to an address without an account', async () => {
  expect((await forget('who@example.com')).status).toBe(303);
  await new Promise((done) => setTimeout(done, 300));
  expect(received).toHaveLength(0);
});
