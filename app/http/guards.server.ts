// Who may come in. Every admin loader and action is made by `adminLoader` or `adminAction`: Remix runs nested loaders
// side by side and actions skip their parents' loaders, so a guard in a layout protects nothing below it.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { isAdmin, type Viewer } from '~/features/accounts/account';
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

function guarded<T>(guard: (visit: Visit) => Promise<Viewer>, work: Work<T>): Door<T> {
  return async (args) => {
    const visit = toVisit(args);
    try {
      const viewer = await guard(visit);
      return await work({ ...visit, viewer });
    } catch (error) {
      throw toFailure(error);
    }
  };
}

export function viewerLoader<T>(load: Work<T>): Door<T> {
  return guarded(requireViewer, load);
}

export function viewerAction<T>(act: Work<T>): Door<T> {
  return guarded(requireViewer, act);
}

export function adminLoader<T>(load: Work<T>): Door<T> {
  return guarded(requireAdmin, load);
}

/** For pages that take no forms too: without an action, Remix itself would answer, and before any guard. */
export function adminAction<T>(act: Work<T>): Door<T> {
  return guarded(requireAdmin, act);
}
