// Creates webhook keys and calls the webhook.
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expectDescribed } from './api-document';
import type { Site } from './site/site';

export const PAYLOAD = {
  title: 'The Four-Minute Rule',
  content: '<p>Callers do not wait.</p>',
  author: 'Dana Whitfield',
};

export interface WebhookCallAnswer {
  success: boolean;
  article?: { id: string; slug: string; url: string };
  error: string;
  issues: { field: string; message: string }[];
  warnings?: { field: string; message: string }[];
}

/** Inserts a valid key and returns it. */
export async function addWebhookKey(
  db: pg.Client,
  scope: 'webhook' | 'readership' = 'webhook',
): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(key).digest('hex');
  await db.query('insert into webhook_keys (scope, hash, hint) values ($1, $2, $3)', [
    scope,
    hash,
    key.slice(-4),
  ]);
  return key;
}

/** Checks every answer against the OpenAPI document. */
export async function callWebhook(site: Site, body: unknown, headers: Record<string, string>) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await site.get('/api/zapier-webhook', {
    method: 'POST',
    body: isRaw ? (body as string) : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  await expectDescribed(site, ['post', '/api/zapier-webhook'], response);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: JSON.parse(text) as WebhookCallAnswer,
  };
}
