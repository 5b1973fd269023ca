// The authentication API: from a request to the door that answers it, and from failures to what clients know.
import { AuthError, WeakPasswordError } from '~/features/accounts/auth-error';
import { InvalidError, isDomainError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from '../failure-headers.server';
import { readBounded } from '../read-bounded.server';
import type { AuthCall, Door } from './auth-call';
import { admitCaller, requirePerson } from './callers.server';
import { DOORS } from './doors-of-auth.server';

const MAX_BODY_BYTES = 64 * 1024;
const NO_JSON = 'Could not parse request body as JSON';

/** @param path behind `/auth/v1/` */
export async function answerAuthCall(ctx: AppContext, request: Request, path: string): Promise<Response> {
  try {
    // First of all, refused or not: a connection with half a body on it serves nobody after.
    const read = await readBounded(request, MAX_BODY_BYTES);
    const answer = await callDoor(ctx, request, path, read);
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? {}, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    return toRefusal(ctx, error, path);
  }
}

async function callDoor(
  ctx: AppContext,
  request: Request,
  path: string,
  read: Uint8Array | number,
): Promise<unknown> {
  const { door, params } = findDoor(request.method, path);
  const url = new URL(request.url);
  const caller = door.needs === 'nothing' ? null : await admitCaller(ctx, request);
  if (door.needs === 'service' && !caller?.isService)
    throw new AuthError('not_admin', 'User not allowed: this needs the service key');
  const call: AuthCall = {
    ctx,
    request,
    url,
    params,
    body: parseBody(read),
    token: caller?.token ?? null,
    redirectTo: url.searchParams.get('redirect_to') ?? request.headers.get('referer'),
  };
  if (door.needs !== 'user') return door.answer(call);
  const viewer = await requirePerson(ctx, call.token);
  return door.answer({ ...call, viewer });
}

/** @throws AuthError 404 for an unknown path, 405 for one that knows other methods */
function findDoor(method: string, path: string): { door: Door; params: Record<string, string> } {
  const asked = method === 'HEAD' ? 'GET' : method;
  let isKnown = false;
  for (const door of DOORS) {
    const params = matchPath(door.path, path);
    if (!params) continue;
    if (door.method === asked) return { door, params };
    isKnown = true;
  }
  if (isKnown) throw new AuthError('method_not_allowed', 'Method not allowed');
  throw new AuthError('not_found', 'There is nothing at this address');
}

/** `factors/:id/verify` and `factors/1/verify` give `{id: '1'}`. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const found = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = found;
    else if (part !== found) return null;
  }
  return params;
}

function parseBody(read: Uint8Array | number): Record<string, unknown> {
  if (typeof read === 'number') throw new AuthError('validation_failed', 'The body is longer than 64 kB');
  if (read.length === 0) return {};
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(read));
    if (typeof body === 'object' && body !== null && !Array.isArray(body) && !isUnstorable(body))
      return body as Record<string, unknown>;
  } catch {
    // No JSON, or too deep: said below.
  }
  throw new AuthError('bad_json', NO_JSON);
}

/** PostgreSQL keeps neither zero characters nor halves of a pair, and no client means them. */
function isUnstorable(value: object): boolean {
  return /\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(value));
}

function toRefusal(ctx: AppContext, error: unknown, path: string): Response {
  const headers = failureHeaders(error);
  headers.set('cache-control', 'no-store');
  const [status, code, message] = describe(ctx, error, path);
  const body: Record<string, unknown> = { code: status, error_code: code, msg: message };
  if (error instanceof WeakPasswordError) body.weak_password = { reasons: error.reasons, message };
  return Response.json(body, { status, headers });
}

function describe(ctx: AppContext, error: unknown, path: string): [number, string, string] {
  if (error instanceof AuthError) return [error.apiStatus, error.code, error.message];
  if (error instanceof TooManyError) return [429, codeOfLimit(path), error.message];
  if (error instanceof InvalidError) return [400, 'validation_failed', error.message];
  if (isDomainError(error)) {
    const code =
      error.status === 503 ? 'request_timeout' : error.status === 409 ? 'conflict' : 'validation_failed';
    return [error.status, code, error.message];
  }
  const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
  ctx.log.write({ event: 'failure', where: `/auth/v1/${path}`, reason, stack });
  return [500, 'unexpected_failure', 'Something went wrong. Please try again.'];
}

function codeOfLimit(path: string): string {
  const isMail = ['otp', 'magiclink', 'recover', 'resend', 'reauthenticate', 'user'].includes(path);
  return isMail ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
}
