// Who may come in. Every admin loader and action is made by `adminLoader` or `adminAction`: Remix runs nested loaders
// side by side and actions skip their parents' loaders, so a guard in a layout protects nothing below it. Each names the
// capability that it wants (`capabilities.ts`); one that names none is for admins.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import type { Viewer } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';
import { UnauthorizedError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { toFailure, toVisit, type Visit } from './doors.server';
import { readForm } from './read-form.server';
import { findAnyViewer, findSessionViewer } from './session.server';

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
  const door = (await findAnyViewer(visit)) ? '/auth/second-factor' : '/auth';
  throw redirect(`${door}?redirect=${encodeURIComponent(here)}`, 302);
}

/** Where admins and editors set up the second factor that they need. */
const SET_UP = '/account/security';

/**
 * @throws like `requireViewer`, a redirect home for readers, 403 for who works here and may not do this, and a redirect to
 * where a second factor is set up for an admin or editor who has to have one
 */
async function requireCapability(visit: Visit, capability: Capability | null): Promise<Viewer> {
  const viewer = await requireViewer(visit);
  if (viewer.lacksFactor) throw redirect(SET_UP, 302);
  if (may(viewer, capability)) return viewer;
  const reason = `${viewer.role ?? 'reader'} may not: ${capability ?? 'for admins'}`;
  visit.ctx.log.write({ event: 'access_refused', path: visit.url.pathname, reason });
  throw may(viewer, 'newsroom') ? refuseStaff() : redirect('/', 302);
}

const NOT_YOURS = 'Your account may not do this here. An admin can do it for you, or change what you may do.';

/** As JSON, so that it is an answer for scripts too; pages show it with the ways out (`admin-error.tsx`). */
function refuseStaff(): Response {
  return Response.json({ message: NOT_YOURS }, { status: 403, headers: { 'cache-control': 'no-store' } });
}

type Work<T> = (visit: SignedInVisit) => Promise<T> | T;
type Door<T> = (args: LoaderFunctionArgs) => Promise<T>;

/** Nobody is known: the database is away, or the session ended while somebody typed. */
type Nobody = UnavailableError | UnauthorizedError;

/** Answers then: with what the request itself brought, and nothing of ours. */
type Stopgap<T> = (visit: Visit, error: Nobody) => Promise<T> | T;

/** Requests whose form was given back to nobody: the page around it is drawn for nobody too. */
const givenBack = new WeakMap<AppContext, Nobody>();

const SIGNED_OUT =
  'You are signed out. Everything you typed is still here: sign in in another tab, then save again.';

const FACTOR_NEEDED =
  'Admins and editors need a second factor now. Everything you typed is still here: set one up on your account page in another tab, then save again.';

function guarded<T>(
  { guard, findShut }: Guard,
  work: Work<T>,
  stopgap?: { kind: 'loader' | 'action'; answer: Stopgap<T> },
): Door<T> {
  return async (args) => {
    const visit = toVisit(args);
    const nobody = givenBack.get(visit.ctx);
    if (nobody && stopgap?.kind === 'loader') return standIn(stopgap.answer, visit, nobody);
    try {
      const shut = stopgap?.kind === 'action' && (await findShut(visit));
      if (shut) throw new UnauthorizedError(shut);
      const viewer = await guard(visit);
      return await work({ ...visit, viewer });
    } catch (error) {
      const isNobody = error instanceof UnavailableError || error instanceof UnauthorizedError;
      if (!isNobody || stopgap?.kind !== 'action') throw toFailure(error);
      givenBack.set(visit.ctx, error);
      return standIn(stopgap.answer, visit, error);
    }
  };
}

/** Its own refusals are answers too: an address without a row, say. */
async function standIn<T>(answer: Stopgap<T>, visit: Visit, error: Nobody): Promise<T> {
  try {
    return await answer(visit, error);
  } catch (refusal) {
    throw toFailure(refusal);
  }
}

/**
 * A door was shut on somebody who typed: nobody is signed in, yet this is the form of one of our own pages about something
 * that exists or is being written. It names the state that it started from. Any other request is sent away.
 * @returns what to say with the form, or null
 */
async function findSignedOut(visit: Visit): Promise<string | null> {
  const viewer = await findSessionViewer(visit);
  return !viewer && (await isBegun(visit)) ? SIGNED_OUT : null;
}

/** The same, or an admin or editor has no second factor. */
async function findShutMidway(visit: Visit): Promise<string | null> {
  const viewer = await findSessionViewer(visit);
  if (viewer && !viewer.lacksFactor) return null;
  if (!(await isBegun(visit))) return null;
  return viewer ? FACTOR_NEEDED : SIGNED_OUT;
}

async function isBegun({ request }: Visit): Promise<boolean> {
  const form = await readForm(request);
  return form.has('version') || form.has('stamp');
}

interface Guard {
  guard(visit: Visit): Promise<Viewer>;
  findShut(visit: Visit): Promise<string | null>;
}

const FOR_VIEWERS: Guard = { guard: requireViewer, findShut: findSignedOut };

/** `forNobody` as in `adminLoader`. */
export function viewerLoader<T>(load: Work<T>, forNobody?: Stopgap<T>): Door<T> {
  return guarded(FOR_VIEWERS, load, forNobody && { kind: 'loader', answer: forNobody });
}

/** `giveBack` as in `adminAction`; a form that it is for has a field `stamp`, be it empty. */
export function viewerAction<T>(act: Work<T>, giveBack?: Stopgap<T>): Door<T> {
  return guarded(FOR_VIEWERS, act, giveBack && { kind: 'action', answer: giveBack });
}

/** `forNobody` stands in where an action of the same request gave its form back without knowing to whom. */
export function adminLoader<T>(capability: Capability, load: Work<T>, forNobody?: Stopgap<T>): Door<T>;
export function adminLoader<T>(load: Work<T>, forNobody?: Stopgap<T>): Door<T>;
export function adminLoader<T>(...args: DoorArguments<T>): Door<T> {
  const { guard, work, stopgap } = readArguments(args);
  return guarded(guard, work, stopgap && { kind: 'loader', answer: stopgap });
}

/**
 * For pages that take no forms too: without an action, Remix itself would answer, and before any guard. `giveBack`
 * answers with the form when the database is away or the session ended, even if that leaves open who sent it; every
 * loader of the page needs its own then.
 */
export function adminAction<T>(capability: Capability, act: Work<T>, giveBack?: Stopgap<T>): Door<T>;
export function adminAction<T>(act: Work<T>, giveBack?: Stopgap<T>): Door<T>;
export function adminAction<T>(...args: DoorArguments<T>): Door<T> {
  const { guard, work, stopgap } = readArguments(args);
  return guarded(guard, work, stopgap && { kind: 'action', answer: stopgap });
}

type DoorArguments<T> = [Capability, Work<T>, Stopgap<T>?] | [Work<T>, Stopgap<T>?];

function readArguments<T>(args: DoorArguments<T>) {
  const isDeclared = typeof args[0] === 'string';
  const [capability, work, stopgap] = (isDeclared ? args : [null, ...args]) as [
    Capability | null,
    Work<T>,
    Stopgap<T>?,
  ];
  const guard: Guard = {
    guard: (visit) => requireCapability(visit, capability),
    findShut: findShutMidway,
  };
  return { guard, work, stopgap };
}
