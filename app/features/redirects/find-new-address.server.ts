// Finds where a path without content redirects to.
import { callerKey } from '~/lib/caller-key';
import type { AppContext } from '~/platform/context';
import { toSlugAddress } from './former-address';
import { countHits, selectNewAddress } from './redirects-repo.server';

type RedirectContext = Pick<AppContext, 'db' | 'limits' | 'log' | 'request' | 'waitUntil'>;

/**
 * The redirect target of a path without content, in one hop; null if there is none. Redirects created by
 * editors take precedence over the slug history.
 * @param query appended to the new URL if the path is a former slug
 */
export async function findNewAddress(
  ctx: RedirectContext,
  path: string,
  query: string,
): Promise<string | null> {
  const address = toSlugAddress(path);
  const { rows } = await ctx.db.read(selectNewAddress(ctx.db.build, path, address));
  const found = rows[0];
  if (found?.to) {
    ctx.waitUntil(count(ctx, found.ids));
    return found.to;
  }
  return found?.slug && address ? address.withSlug(found.slug) + query : null;
}

/** Rate-limited per client like unknown paths, because all hits of a redirect update the same row. */
async function count(ctx: RedirectContext, ids: readonly string[]): Promise<void> {
  try {
    if (!(await ctx.limits.unknownPaths.allow(`redirect:${callerKey(ctx.request.address)}`))) return;
    await ctx.db.write(countHits(ctx.db.build, ids));
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'redirect hits', reason: String(error) });
  }
}
