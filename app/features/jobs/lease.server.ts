// The sign of life of whoever works on something.
import type { AppContext, Statement } from '~/platform/context';

/**
 * Has the lease renewed, three times within its length, until the returned function is called. A renewal that fails is made
 * up for by the next.
 */
export function keepLease(ctx: AppContext, what: string, renew: () => Statement<unknown>): () => void {
  const tick = () => {
    ctx.db.write(renew()).catch((error) => {
      ctx.log.write({ event: 'queue_failed', what: `the lease of ${what}`, reason: String(error) });
    });
  };
  const timer = setInterval(tick, (ctx.config.jobs.leaseSeconds * 1000) / 3);
  return () => clearInterval(timer);
}
