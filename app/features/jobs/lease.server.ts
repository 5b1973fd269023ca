// Keeps a lease alive while work is in progress.
import type { AppContext, Statement } from '~/platform/context';

/**
 * Renews the lease three times per lease period until the returned function is called. A failed renewal is
 * only logged: the next one makes up for it.
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
