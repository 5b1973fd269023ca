// Fires cron triggers locally: one function for the current minute, and a worker for requests with another
// time.
import { type Miniflare, type Request, Response, type WorkerOptions } from 'miniflare';
import { CRON } from './ticking';

/**
 * Fires a cron trigger and waits until it is done. Returns false if the handler failed. `time` is the scheduled
 * time.
 */
async function fireTrigger(miniflare: Miniflare, name: string, cron: string, time: Date): Promise<boolean> {
  // The worker itself: the assets worker in front of it only accepts requests.
  const worker = await miniflare.getWorker(name);
  const { outcome } = await worker.scheduled({ cron, scheduledTime: time });
  return outcome === 'ok';
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a request comes from this machine and not from another site's page in a local browser. */
export function isOwnCall({ url, headers }: { url: string; headers: Pick<Headers, 'get'> }): boolean {
  const { hostname, origin } = new URL(url);
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (
    LOOPBACK.has(hostname) &&
    (headers.get('origin') ?? origin) === origin &&
    (site === 'none' || site === 'same-origin')
  );
}

/** A worker that answers `/cdn-cgi/handler/scheduled?cron=…&time=<ms>` with 200 if the handler succeeded. */
export function clockWorker(name: string, miniflare: () => Miniflare): WorkerOptions {
  return {
    name: 'clock',
    modules: true,
    script: 'export default { fetch: (request, env) => env.FIRE.fetch(request) }',
    routes: ['*/cdn-cgi/handler/scheduled*'],
    serviceBindings: {
      async FIRE(request: Request) {
        if (!isOwnCall(request)) return new Response('Request from another site refused\n', { status: 403 });
        const { searchParams } = new URL(request.url);
        const time = Number(searchParams.get('time') ?? Date.now());
        const cron = searchParams.get('cron') ?? CRON;
        if (Number.isNaN(new Date(time).getTime())) return new Response('Invalid time\n', { status: 400 });
        const isDone = await fireTrigger(miniflare(), name, cron, new Date(time));
        return new Response(isDone ? 'ok\n' : 'failed\n', { status: isDone ? 200 : 500 });
      },
    },
  };
}

/** Fires a cron trigger with the current time. */
export function fireNow(miniflare: Miniflare, name: string, cron: string): Promise<boolean> {
  return fireTrigger(miniflare, name, cron, new Date());
}
