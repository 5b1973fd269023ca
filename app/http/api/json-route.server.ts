// Helpers for routes that take and return JSON.
import type { Viewer } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';
import {
  ForbiddenError,
  InvalidError,
  isDomainError,
  NotFoundError,
  toError,
  UnauthorizedError,
} from '~/lib/errors';
import { readBounded } from '../forms/read-body.server';
import type { Visit } from '../public-loader.server';
import { failureHeaders } from '../security/security-headers';
import { NOT_PERMITTED } from '../session/guards.server';
import { findSessionViewer } from '../session/session.server';

/** How many bytes of a body to read if the handler did not read it. */
const MAX_DRAINED_BYTES = 64 * 1024;

/**
 * The signed-in account behind a script's request to an admin endpoint.
 * @throws UnauthorizedError, ForbiddenError, UnavailableError
 */
export async function requireCaller(visit: Visit, capability: Capability): Promise<Viewer> {
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError('Please sign in first.');
  if (!may(viewer, capability)) throw new ForbiddenError(NOT_PERMITTED);
  if (viewer.lacksFactor) throw new ForbiddenError('Set up a second factor first. Your role requires one.');
  return viewer;
}

/** @throws InvalidError for a body that is not JSON */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new InvalidError('The body must be JSON.');
  }
}

/**
 * Answers with the JSON result of `work`, uncacheable. A domain error keeps its status, with the body that
 * `refuse` builds from its message. Any other error is logged and answered with 500 and `fallback`.
 */
export async function answerJson(
  { ctx, url, request }: Visit,
  work: () => Promise<unknown>,
  refuse: (message: string) => unknown,
  fallback: string,
): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    // An unread body would break the connection for the next request. A client that disconnects is ignored.
    if (!request.bodyUsed) await readBounded(request, MAX_DRAINED_BYTES).catch(() => {});
    const isKnown = isDomainError(error);
    if (!isKnown) {
      const { message: reason, stack } = toError(error);
      ctx.log.write({ event: 'failure', where: url.pathname, reason, stack });
    }
    const headers = failureHeaders(error);
    headers.set('cache-control', 'no-store');
    const status = isKnown ? error.status : 500;
    return Response.json(refuse(isKnown ? error.message : fallback), { status, headers });
  }
}

/** The loader of a route that takes only POST. */
export function refuseGet(): Response {
  return new Response('Method not allowed.\n', {
    status: 405,
    headers: { allow: 'POST', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** Answers NotFoundError with 404 and ForbiddenError with 403, as `{error}`; rethrows other errors. */
export async function answerMissing(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError)
      return Response.json({ error: error.message }, { status: error.status });
    throw error;
  }
}
