// What is not found may have moved: where public doors look before they say 404.
import { findNewAddress } from '~/features/redirects/find-new-address.server';
import { noteUnknownPath } from '~/features/redirects/unknown-paths.server';
import { NotFoundError } from '~/lib/errors';
import { PAGE_CACHE_CONTROL } from './cached-answer';
import type { Visit } from './doors.server';

/**
 * Runs `load`. When it finds nothing, the address's redirect is thrown, if it has one; else the path is noted, and the
 * failure stands. So a page that is there pays nothing for all that have moved.
 * @throws a 301 Response; what `load` throws
 */
export async function orMoved<T>(visit: Visit, load: (visit: Visit) => Promise<T> | T): Promise<T> {
  try {
    return await load(visit);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const { ctx, url } = visit;
    const location = await findNewAddress(ctx, url.pathname, url.search);
    if (location) throw movedTo(location);
    // A page number that is none tells nothing about the path.
    if (!url.searchParams.has('page')) noteUnknownPath(ctx, url.pathname);
    throw error;
  }
}

/** Browsers ask again each time: a redirect can be changed, and a slug can come back. */
function movedTo(location: string): Response {
  return new Response(null, { status: 301, headers: { location, 'cache-control': PAGE_CACHE_CONTROL } });
}
