// The authentication API: finds the route for a request, and turns errors into the API's error format.

import { AuthError, WeakPasswordError } from '~/features/accounts/auth-error';
import { InvalidError, isDomainError, TooManyError, toError } from '~/lib/errors';
import { isRecord } from '~/lib/properties';
import type { AppContext } from '~/platform/context';
import { readBounded } from '../forms/read-body.server';
import { failureHeaders } from '../security/security-headers';
import { ADMIN_ROUTES } from './admin-routes.server';
import type { AuthCall, AuthRoute } from './auth-call';
import { admitCaller, requirePerson } from './callers.server';
import { FACTOR_ROUTES } from './factor-routes.server';
import { PROVIDER_ROUTES } from './provider-routes.server';
import { TOKEN_ROUTES } from './token-routes.server';
import { USER_ROUTES } from './user-routes.server';

const AUTH_ROUTES: readonly AuthRoute[] = [
  ...USER_ROUTES,
  ...TOKEN_ROUTES,
  ...PROVIDER_ROUTES,
  ...FACTOR_ROUTES,
  ...ADMIN_ROUTES,
];

const MAX_BODY_BYTES = 64 * 1024;
const NO_JSON = 'Could not parse request body as JSON';

/** @param path the part after `/auth/v1/` */
export async function answerAuthCall(ctx: AppContext, request: Request, path: string): Promise<Response> {
  try {
    // Read the body before anything can refuse: an unread body would break the connection for the next
    // request.
    const read = await readBounded(request, MAX_BODY_BYTES);
    const answer = await callRoute(ctx, request, path, read);
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? {}, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    return toRefusal(ctx, error, path);
  }
}

async function callRoute(
  ctx: AppContext,
  request: Request,
  path: string,
  read: Uint8Array | number,
): Promise<unknown> {
  const { route, params } = findRoute(request.method, path);
  const url = new URL(request.url);
  const caller = route.needs === 'nothing' ? null : await admitCaller(ctx, request);
  if (route.needs === 'service' && !caller?.isService)
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
  if (route.needs !== 'user') return route.answer(call);
  const viewer = await requirePerson(ctx, call.token);
  return route.answer({ ...call, viewer });
}

/** @throws AuthError 404 for an unknown path, 405 for a known path with another method */
function findRoute(method: string, path: string): { route: AuthRoute; params: Record<string, string> } {
  const asked = method === 'HEAD' ? 'GET' : method;
  let isKnown = false;
  for (const route of AUTH_ROUTES) {
    const params = matchPath(route.path, path);
    if (!params) continue;
    if (route.method === asked) return { route, params };
    isKnown = true;
  }
  if (isKnown) throw new AuthError('method_not_allowed', 'Method not allowed');
  throw new AuthError('not_found', 'There is nothing at this address');
}

/** Matching `factors/1/verify` against `factors/:id/verify` gives `{id: '1'}`; null without a match. */
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
    const body: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(read),
    );
    if (isRecord(body) && !isUnstorable(body)) return body;
  } catch {
    // Invalid JSON, or nested too deeply.
  }
  throw new AuthError('bad_json', NO_JSON);
}

/** PostgreSQL stores neither NUL characters nor unpaired surrogates. */
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

const CODES: Record<number, string> = { 401: 'session_not_found', 409: 'conflict', 503: 'request_timeout' };

function describe(ctx: AppContext, error: unknown, path: string): [number, string, string] {
  if (error instanceof AuthError) return [error.apiStatus, error.code, error.message];
  if (error instanceof TooManyError) return [429, codeOfLimit(path), error.message];
  if (error instanceof InvalidError) return [400, 'validation_failed', error.message];
  if (isDomainError(error)) return [error.status, CODES[error.status] ?? 'validation_failed', error.message];
  const { message: reason, stack } = toError(error);
  ctx.log.write({ event: 'failure', where: `/auth/v1/${path}`, reason, stack });
  return [500, 'unexpected_failure', 'Something went wrong. Please try again.'];
}

function codeOfLimit(path: string): string {
  const isMail = ['otp', 'magiclink', 'recover', 'resend', 'reauthenticate', 'user'].includes(path);
  return isMail ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
}
