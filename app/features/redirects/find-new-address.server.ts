// Where something is that is not where it was asked for.
import { callerKey } from '~/lib/caller-key';
import type { AppContext } from '~/platform/context';
import { toSlugAddress } from './former-address';
import { countHits, selectNewAddress } from './redirects-repo.server';

type RedirectContext = Pick<AppContext, 'db' | 'limits' | 'log' | 'request' | 'waitUntil'>;

/**
 * The address that a path without content leads to, in one hop; null when it leads nowhere. What an editor set down goes
 * before what the history of slugs knows. `query` is handed on to the same thing under its new name.
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

/** As often a minute as a caller's unknown paths: all hits of a redirect change one row, which others wait for. */
async function count(ctx: RedirectContext, ids: readonly string[]): Promise<void> {
  try {
    if (!(await ctx.limits.unknownPaths.allow(`redirect:${callerKey(ctx.request.address)}`))) return;
    await ctx.db.write(countHits(ctx.db.build, ids));
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'redirect hits', reason: String(error) });
  }
}
