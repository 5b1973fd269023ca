// Who may come in. Every admin loader and action is made by `adminLoader` or `adminAction`: Remix runs nested loaders
// side by side and actions skip their parents' loaders, so a guard in a layout protects nothing below it.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { isAdmin, type Viewer } from '~/features/accounts/account';
import { UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { toFailure, toVisit, type Visit } from './doors.server';
import { findSessionViewer } from './session.server';

export interface SignedInVisit extends Visit {
  viewer: Viewer;
}

/** @throws a redirect to the sign-in page, which leads back here; UnavailableError when nobody can tell */
export async function requireViewer(visit: Visit): Promise<Viewer> {
  const viewer = await findSessionViewer(visit);
  if (viewer) return viewer;
  const { url, request } = visit;
  // What a form sent cannot be sent again by a redirect, so the way back is the page alone.
  const here = request.method === 'GET' ? url.pathname + url.search : url.pathname;
  throw redirect(`/auth?redirect=${encodeURIComponent(here)}`, 302);
}

/** @throws like `requireViewer`, and a redirect home for whoever is no admin */
export async function requireAdmin(visit: Visit): Promise<Viewer> {
  const viewer = await requireViewer(visit);
  if (isAdmin(viewer)) return viewer;
  visit.ctx.log.write({ event: 'access_refused', path: visit.url.pathname, reason: 'no admin' });
  throw redirect('/', 302);
}

type Work<T> = (visit: SignedInVisit) => Promise<T> | T;
type Door<T> = (args: LoaderFunctionArgs) => Promise<T>;

/** Answers while nobody can be known: with what the request itself brought, and nothing of ours. */
type Stopgap<T> = (visit: Visit, error: UnavailableError) => Promise<T> | T;

/** Requests whose form was given back because the database is away: the page around it is drawn without it too. */
const refusedInOutage = new WeakMap<AppContext, UnavailableError>();

function guarded<T>(
  guard: (visit: Visit) => Promise<Viewer>,
  work: Work<T>,
  stopgap?: { kind: 'loader' | 'action'; answer: Stopgap<T> },
): Door<T> {
  return async (args) => {
    const visit = toVisit(args);
    const outage = refusedInOutage.get(visit.ctx);
    if (outage && stopgap?.kind === 'loader') return stopgap.answer(visit, outage);
    try {
      const viewer = await guard(visit);
      return await work({ ...visit, viewer });
    } catch (error) {
      if (!(error instanceof UnavailableError) || stopgap?.kind !== 'action') throw toFailure(error);
      refusedInOutage.set(visit.ctx, error);
      return stopgap.answer(visit, error);
    }
  };
}

export function viewerLoader<T>(load: Work<T>): Door<T> {
  return guarded(requireViewer, load);
}

export function viewerAction<T>(act: Work<T>): Door<T> {
  return guarded(requireViewer, act);
}

/** `inOutage` stands in where an action of the same request gave its form back because the database is away. */
export function adminLoader<T>(load: Work<T>, inOutage?: Stopgap<T>): Door<T> {
  return guarded(requireAdmin, load, inOutage && { kind: 'loader', answer: inOutage });
}

/**
 * For pages that take no forms too: without an action, Remix itself would answer, and before any guard. `inOutage` gives
 * a form back when the database is away, even if that leaves open who sent it; every loader of the page needs one then.
 */
export function adminAction<T>(act: Work<T>, inOutage?: Stopgap<T>): Door<T> {
  return guarded(requireAdmin, act, inOutage && { kind: 'action', answer: inOutage });
}
