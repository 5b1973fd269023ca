// The cron triggers. The cloud fires them; here we do, at every full minute, and for whoever asks at an address of its own.
import { type Miniflare, type Request, Response, type WorkerOptions } from 'miniflare';
import { CRON } from './ticking';

/** Fires a trigger of the magazine and waits for its end. False when the handler failed. `time` is what it takes for now. */
async function fireTrigger(miniflare: Miniflare, name: string, cron: string, time: Date): Promise<boolean> {
  // The worker itself: what stands before it for the assets takes requests only.
  const worker = await miniflare.getWorker(name);
  const { outcome } = await worker.scheduled({ cron, scheduledTime: time });
  return outcome === 'ok';
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether somebody at this machine asks, and not a page of another site that their browser shows. */
export function isOwnCall({ url, headers }: { url: string; headers: Pick<Headers, 'get'> }): boolean {
  const { hostname, origin } = new URL(url);
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (
    LOOPBACK.has(hostname) &&
    (headers.get('origin') ?? origin) === origin &&
    (site === 'none' || site === 'same-origin')
  );
}

/** Answers `/cdn-cgi/handler/scheduled?cron=…&time=<ms>` beside the magazine: 200 when the handler ended well. */
export function clockWorker(name: string, miniflare: () => Miniflare): WorkerOptions {
  return {
    name: 'clock',
    modules: true,
    script: 'export default { fetch: (request, env) => env.FIRE.fetch(request) }',
    routes: ['*/cdn-cgi/handler/scheduled*'],
    serviceBindings: {
      async FIRE(request: Request) {
        if (!isOwnCall(request)) return new Response('Not from there\n', { status: 403 });
        const { searchParams } = new URL(request.url);
        const time = Number(searchParams.get('time') ?? Date.now());
        const cron = searchParams.get('cron') ?? CRON;
        if (Number.isNaN(new Date(time).getTime())) return new Response('No such time\n', { status: 400 });
        const isDone = await fireTrigger(miniflare(), name, cron, new Date(time));
        return new Response(isDone ? 'ok\n' : 'failed\n', { status: isDone ? 200 : 500 });
      },
    },
  };
}

/** The magazine's own trigger, now. */
export function fireNow(miniflare: Miniflare, name: string, cron: string): Promise<boolean> {
  return fireTrigger(miniflare, name, cron, new Date());
}
