// Redirects public pages that were not found to their new address, or records their path and keeps the 404. Also redirects searches.
import { findNewAddress } from '~/features/redirects/find-new-address.server';
import { toSlugAddress } from '~/features/redirects/former-address';
import { isOwnAddress, plainSearchPath } from '~/features/redirects/redirect-address';
import { noteUnknownPath } from '~/features/redirects/unknown-paths.server';
import { NotFoundError } from '~/lib/errors';
import { toPlainPath } from '~/lib/plain-path';
import { PAGE_CACHE_CONTROL } from './cache/cached-response';
import type { Visit } from './public-loader.server';

/**
 * Runs `load`. If it throws NotFoundError, looks for a redirect; without one, it records the path and
 * rethrows. Pages that exist therefore cost no extra query.
 * @throws a 301 Response, or the error of `load`
 */
export async function orRedirect<T>(visit: Visit, load: (visit: Visit) => Promise<T> | T): Promise<T> {
  try {
    return await load(visit);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const { ctx, url } = visit;
    const location = await findNewAddress(ctx, url.pathname, url.search);
    if (location) throw movedTo(location);
    // A page number that is out of range does not make the path unknown.
    if (!url.searchParams.has('page')) noteUnknownPath(ctx, url.pathname);
    throw error;
  }
}

/**
 * Runs `load` for a search page, and looks for a redirect of the search in the same round trip.
 * @throws a 301 Response, or the error of `load`
 */
export async function orSearchRedirect<T>({ ctx, url }: Visit, load: Promise<T>): Promise<T> {
  const from = plainSearchPath(url.searchParams);
  const [loaded, location] = await Promise.all([load, from ? findNewAddress(ctx, from, '') : null]);
  if (location) throw movedTo(location);
  return loaded;
}

/**
 * Redirects a path that is not in its plain form, such as `/old-story/`, directly to its new address, if no
 * page of this site can be at the plain path.
 * @param plain the redirect to the plain path; null if it is in that form
 */
export async function redirectToPage(
  ctx: Visit['ctx'],
  { pathname, search }: URL,
  plain: Response | null,
): Promise<Response | null> {
  if (!plain) return null;
  const path = toPlainPath(pathname);
  if (isOwnAddress(path) || toSlugAddress(path)) return plain;
  // If the lookup fails, the plain path repeats it and reports the failure.
  const location = await findNewAddress(ctx, path, search).catch(() => null);
  return location ? movedTo(location) : plain;
}

/** Browsers revalidate: an editor can change a redirect, and a slug can be used again. */
function movedTo(location: string): Response {
  return new Response(null, { status: 301, headers: { location, 'cache-control': PAGE_CACHE_CONTROL } });
}
