// Access control. `adminLoader` and `adminAction` create every admin loader and action: Remix runs nested
// loaders in parallel, and actions skip the parents' loaders, so a check in a layout protects nothing below
// it. Each names the capability it requires (`capabilities.ts`).
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import type { Viewer } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';
import { UnauthorizedError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { keepAdminNotice } from '../forms/admin-notice.server';
import { readForm } from '../forms/read-form.server';
import { toFailure, toVisit, type Visit } from '../public-loader.server';
import { findAnyViewer, findSessionViewer } from './session.server';

export interface SignedInVisit extends Visit {
  viewer: Viewer;
}

/**
 * @throws a redirect to the sign-in page, which returns here; UnavailableError when the session cannot be
 * checked
 */
export async function requireViewer(visit: Visit): Promise<Viewer> {
  const viewer = await findSessionViewer(visit);
  if (viewer) return viewer;
  const { url, request } = visit;
  // A redirect cannot repeat a POST, so return to the page without the query.
  const here = request.method === 'GET' ? url.pathname + url.search : url.pathname;
  const route = (await findAnyViewer(visit)) ? '/auth/second-factor' : '/auth';
  throw redirect(`${route}?redirect=${encodeURIComponent(here)}`, 302);
}

/** Where staff set up the second factor that their role requires. */
const FACTOR_SETUP = '/account/security';

/**
 * @throws the errors of `requireViewer`; a redirect to the second-factor setup when the account lacks a
 * required factor; a redirect to the home page for readers; 403 for staff without the capability
 */
async function requireCapability(visit: Visit, capability: Capability): Promise<Viewer> {
  const viewer = await requireViewer(visit);
  if (viewer.lacksFactor) throw redirect(FACTOR_SETUP, 302);
  if (may(viewer, capability)) return viewer;
  const reason = `${viewer.role ?? 'reader'} may not: ${capability}`;
  visit.ctx.log.write({ event: 'access_refused', path: visit.url.pathname, reason });
  throw may(viewer, 'admin area') ? forbidStaff() : redirect('/', 302);
}

/** The same on pages and in JSON. */
export const NOT_PERMITTED =
  'Your account doesn’t have permission to do this. Ask an admin to do it or to change your role.';

/** JSON, so that scripts can read it too. Pages show it in `admin-error.tsx`. */
function forbidStaff(): Response {
  return Response.json({ message: NOT_PERMITTED }, { status: 403, headers: { 'cache-control': 'no-store' } });
}

type Work<T> = (visit: SignedInVisit) => Promise<T> | T;
type RouteFunction<T> = (args: LoaderFunctionArgs) => Promise<T>;

/** The viewer is unknown: the database is unavailable, or the session ended during an edit. */
type Unauthenticated = UnavailableError | UnauthorizedError;

/** Answers when the viewer is unknown. It may use only data from the request itself. */
type UnauthenticatedFallback<T> = (visit: Visit, error: Unauthenticated) => Promise<T> | T;

/** Requests whose action returned its form without a known viewer. Their loaders use their fallbacks too. */
const returnedInput = new WeakMap<AppContext, Unauthenticated>();

const SIGNED_OUT =
  'You are signed out. Your changes are still here. Sign in in another tab, then save again.';

const FACTOR_NEEDED =
  'Your role requires a second factor. Your changes are still here. Set one up on your account page in another tab, then save again.';

function guarded<T, F>(
  { guard, findRefusal }: Guard,
  work: Work<T>,
  kind: 'loader' | 'action',
  fallback?: UnauthenticatedFallback<F>,
): RouteFunction<T | F> {
  return async (args) => {
    const visit = toVisit(args);
    const unauthenticated = returnedInput.get(visit.ctx);
    if (unauthenticated && fallback && kind === 'loader')
      return runFallback(fallback, visit, unauthenticated);
    try {
      const refusal = fallback && kind === 'action' && (await findRefusal(visit));
      if (refusal) throw new UnauthorizedError(refusal);
      const viewer = await guard(visit);
      return await work({ ...visit, viewer });
    } catch (error) {
      const isUnauthenticated = error instanceof UnavailableError || error instanceof UnauthorizedError;
      if (!isUnauthenticated || !fallback || kind !== 'action') throw toFailure(visit.ctx, error);
      returnedInput.set(visit.ctx, error);
      return runFallback(fallback, visit, error);
    }
  };
}

/** Turns the fallback's own domain errors into responses too, for example a 404. */
async function runFallback<T>(
  answer: UnauthenticatedFallback<T>,
  visit: Visit,
  error: Unauthenticated,
): Promise<T> {
  try {
    return await answer(visit, error);
  } catch (refusal) {
    throw toFailure(visit.ctx, refusal);
  }
}

/**
 * Detects a session that ended during an edit: not signed in, but the form is from one of our edit pages,
 * whose forms contain the version they started from. Other requests are redirected to the sign-in page.
 * @returns the message for the form, or null
 */
async function findSignedOut(visit: Visit): Promise<string | null> {
  const viewer = await findSessionViewer(visit);
  return !viewer && (await isEdit(visit)) ? SIGNED_OUT : null;
}

/** Like `findSignedOut`; also detects staff who lack a required second factor. */
async function findSignedOutDuringEdit(visit: Visit): Promise<string | null> {
  const viewer = await findSessionViewer(visit);
  if (viewer && !viewer.lacksFactor) return null;
  if (!(await isEdit(visit))) return null;
  return viewer ? FACTOR_NEEDED : SIGNED_OUT;
}

/** Above this, a signed-out form is only parsed and returned to a browser that signed in here before. */
const MAX_STRANGER_BYTES = 1024 * 1024;

async function isEdit({ ctx, request }: Visit): Promise<boolean> {
  const isLarge = Number(request.headers.get('content-length')) > MAX_STRANGER_BYTES;
  if (isLarge && !(await ctx.devices.isKnown())) return false;
  const form = await readForm(request);
  return form.has('version');
}

interface Guard {
  guard(visit: Visit): Promise<Viewer>;
  findRefusal(visit: Visit): Promise<string | null>;
}

const FOR_VIEWERS: Guard = { guard: requireViewer, findRefusal: findSignedOut };

/** Like `adminLoader`, for any signed-in account. */
export function viewerLoader<T, F = never>(
  load: Work<T>,
  unauthenticatedFallback?: UnauthenticatedFallback<F>,
): RouteFunction<T | F> {
  return guarded(FOR_VIEWERS, load, 'loader', unauthenticatedFallback);
}

/**
 * Like `adminAction`, for any signed-in account. A form that can be returned has a field `version`, which may
 * be empty.
 */
export function viewerAction<T, F = never>(
  act: Work<T>,
  unauthenticatedFallback?: UnauthenticatedFallback<F>,
): RouteFunction<T | F> {
  return guarded(FOR_VIEWERS, act, 'action', unauthenticatedFallback);
}

/**
 * `unauthenticatedFallback` replaces `load` after an action of the same request returned its form to an
 * unknown viewer.
 */
export function adminLoader<T, F = never>(
  capability: Capability,
  load: Work<T>,
  unauthenticatedFallback?: UnauthenticatedFallback<F>,
): RouteFunction<T | F> {
  return guarded(forStaff(capability), keepingNotice(load), 'loader', unauthenticatedFallback);
}

/** If a page redirects, the notice belongs to the page that follows. The shell's loader has taken it, or will. */
const keepingNotice =
  <T>(load: Work<T>): Work<T> =>
  async (visit) => {
    try {
      return await load(visit);
    } catch (error) {
      if (error instanceof Response && error.headers.has('location'))
        keepAdminNotice(visit.ctx, visit.request);
      throw error;
    }
  };

/**
 * Pages without forms need an action too: otherwise Remix would answer POST requests before any guard runs.
 * `unauthenticatedFallback` returns the form when the database is unavailable or the session has ended. Every
 * loader of the page then needs its own fallback.
 */
export function adminAction<T, F = never>(
  capability: Capability,
  act: Work<T>,
  unauthenticatedFallback?: UnauthenticatedFallback<F>,
): RouteFunction<T | F> {
  return guarded(forStaff(capability), act, 'action', unauthenticatedFallback);
}

const forStaff = (capability: Capability): Guard => ({
  guard: (visit) => requireCapability(visit, capability),
  findRefusal: findSignedOutDuringEdit,
});
