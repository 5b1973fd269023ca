// A report of the mail provider over HTTP: only one that proves to be the provider's is believed. Resend signs as Svix
// does, which is Standard Webhooks under other names; Postmark knows a secret by HTTP's basic authentication.
import { takeMailEvent } from '~/features/newsletter/mail-events.server';
import { isDomainError } from '~/lib/errors';
import { judgeSignature } from '~/lib/standard-webhook';
import type { AppContext } from '~/platform/context';
import { readBounded } from './read-bounded.server';

const MOST_BYTES = 256 * 1024;
const NAMES = ['id', 'timestamp', 'signature'] as const;

export async function answerMailEvent(ctx: AppContext, request: Request): Promise<Response> {
  const secret = ctx.config.mailWebhookSecret;
  if (!secret) return refuse(404, 'There is nothing at this address.');
  const body = await readBounded(request, MOST_BYTES);
  if (typeof body === 'number') return refuse(413, 'The body is too long.');
  if (!(await isProvider(ctx, secret, request.headers, body)))
    return refuse(401, 'The signature does not fit the request.');
  try {
    const suppressed = await takeMailEvent(ctx, JSON.parse(new TextDecoder().decode(body)));
    return Response.json({ suppressed });
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(400, 'The body should be JSON.');
    if (isDomainError(error)) return refuse(error.status, error.message);
    throw error;
  }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

async function isProvider(
  ctx: AppContext,
  secret: string,
  headers: Headers,
  body: Uint8Array,
): Promise<boolean> {
  const basic = headers.get('authorization');
  if (basic) return isSame(ctx, basic, `Basic ${btoa(`postmark:${secret}`)}`);
  const key = bytesOf(secret);
  for (const prefix of ['svix', 'webhook']) {
    const [id, timestamp, signature] = NAMES.map((name) => headers.get(`${prefix}-${name}`));
    if (!key || !id || !timestamp || !signature || id.length > 255) continue;
    return (await judgeSignature(key, { id, timestamp, signature }, body, ctx.clock.now())) === null;
  }
  return false;
}

/** Hashes are compared, so that time tells nothing about the secret. */
async function isSame({ tokens }: AppContext, given: string, right: string): Promise<boolean> {
  return (await tokens.hash(given)) === (await tokens.hash(right));
}

/** `whsec_` and base64, as providers show it. */
function bytesOf(secret: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
