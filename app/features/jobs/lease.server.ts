// The sign of life of whoever works on an item.
import type { AppContext } from '~/platform/context';
import { type Hold, renewLease } from './work-repo.server';

/** Renews the lease until the returned function is called. A renewal that fails is made up for by the next. */
export function keepLease(ctx: AppContext, hold: Hold): () => void {
  const { db } = ctx;
  const { leaseSeconds } = ctx.config.jobs;
  const timer = setInterval(
    () => {
      db.write(renewLease(db.build, hold, leaseSeconds)).catch((error) =>
        ctx.log.write({ event: 'queue_failed', what: `the lease of item ${hold.id}`, reason: String(error) }),
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  return () => clearInterval(timer);
}
