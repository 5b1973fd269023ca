// Doors that take JSON and answer with it.
import type { Viewer } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';
import { ForbiddenError, InvalidError, isDomainError, UnauthorizedError } from '~/lib/errors';
import type { Visit } from './doors.server';
import { failureHeaders } from './failure-headers.server';
import { readBounded } from './read-bounded.server';
import { findSessionViewer } from './session.server';

/** Of a body that nobody asked for. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Whoever may call an address of the newsroom from a script. @throws UnauthorizedError, ForbiddenError, UnavailableError */
export async function requireCaller(visit: Visit, capability: Capability): Promise<Viewer> {
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError('Please sign in first.');
  if (!may(viewer, capability)) throw new ForbiddenError('Only administrators may do this.');
  if (viewer.lacksFactor)
    throw new ForbiddenError('Set up a second factor first: admins and editors need one here.');
  return viewer;
}

/** @throws InvalidError for a body that is no JSON */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new InvalidError('The body must be JSON.');
  }
}

/**
 * What `work` gives as JSON, never stored; a failure as its status with what `refuse` makes of its sentence. Anything
 * but a domain error is logged and becomes `fallback`.
 */
export async function answerJson(
  { ctx, url, request }: Visit,
  work: () => Promise<unknown>,
  refuse: (sentence: string) => unknown,
  fallback: string,
): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    // A connection with half a body on it serves nobody after. Whoever hangs up meanwhile changes nothing.
    if (!request.bodyUsed) await readBounded(request, MAX_UNREAD_BYTES).catch(() => {});
    const isKnown = isDomainError(error);
    if (!isKnown) {
      const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
      ctx.log.write({ event: 'failure', where: url.pathname, reason, stack });
    }
    const headers = failureHeaders(error);
    headers.set('cache-control', 'no-store');
    const status = isKnown ? error.status : 500;
    return Response.json(refuse(isKnown ? error.message : fallback), { status, headers });
  }
}

/** For the loader of an address that takes POST alone. */
export function refuseGet(): Response {
  return new Response('Method not allowed.\n', {
    status: 405,
    headers: { allow: 'POST', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
