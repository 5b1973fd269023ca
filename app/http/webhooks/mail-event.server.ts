// Reports of the mail provider (bounces, complaints). Accepts only authenticated ones: Resend signs like
// Svix, which is Standard Webhooks with other header names; Postmark sends a secret by HTTP basic
// authentication.
import { handleMailEvent } from '~/features/newsletter/subscribers/mail-events.server';
import { isDomainError } from '~/lib/errors';
import { findSignatureFault } from '~/lib/standard-webhook';
import type { AppContext } from '~/platform/context';
import { readBounded } from '../forms/read-body.server';
import { MAIL_EVENT_BYTES } from '../route-policy';

const NAMES = ['id', 'timestamp', 'signature'] as const;

export async function answerMailEvent(ctx: AppContext, request: Request): Promise<Response> {
  const secret = ctx.config.mailWebhookSecret;
  if (!secret) return refuse(404, 'There is nothing at this address.');
  const body = await readBounded(request, MAIL_EVENT_BYTES);
  if (typeof body === 'number') return refuse(413, 'The body is too long.');
  if (!(await isProvider(ctx, secret, request.headers, body)))
    return refuse(401, 'The signature does not match the request.');
  try {
    const suppressed = await handleMailEvent(ctx, JSON.parse(new TextDecoder().decode(body)));
    return Response.json({ suppressed });
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(400, 'The body must be JSON.');
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
    return (await findSignatureFault(key, { id, timestamp, signature }, body, ctx.clock.now())) === null;
  }
  return false;
}

/** Compares hashes, so that the time taken reveals nothing about the secret. */
async function isSame({ tokens }: AppContext, given: string, expected: string): Promise<boolean> {
  return (await tokens.hash(given)) === (await tokens.hash(expected));
}

/** Decodes `whsec_` and base64, the format in which providers display the secret. */
function bytesOf(secret: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
