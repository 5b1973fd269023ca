// Paths that readers asked for and did not find.
import { callerKey } from '~/lib/caller-key';
import type { AppContext } from '~/platform/context';
import { isWorthKeeping, toReferrer } from './unknown-path';
import { deleteOldUnknownPaths, upsertUnknownPath } from './unknown-paths-repo.server';

type UnknownPathContext = Pick<AppContext, 'db' | 'limits' | 'log' | 'request' | 'waitUntil'>;

/** Logs the path, and writes it down after the answer, unless its caller asked for too many of them. */
export function noteUnknownPath(ctx: UnknownPathContext, path: string): void {
  const referrer = toReferrer(ctx.request.referrer);
  ctx.log.write({ event: 'unknown_path', path, referrer });
  if (isWorthKeeping(path)) ctx.waitUntil(keep(ctx, path, referrer));
}

async function keep(ctx: UnknownPathContext, path: string, referrer: string | null): Promise<void> {
  const { db, limits, log, request } = ctx;
  try {
    if (!(await limits.unknownPaths.allow(callerKey(request.address)))) return;
    await db.write(upsertUnknownPath(db.build, path, referrer), deleteOldUnknownPaths(db.build));
  } catch (error) {
    log.write({ event: 'inessential_failed', what: 'unknown paths', reason: String(error) });
  }
}
