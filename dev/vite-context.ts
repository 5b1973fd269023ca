// `npm run dev`: does for Remix's development server in Node what the worker's entry does per request,
// message and trigger.
import { cloudflareDevProxyVitePlugin } from '@remix-run/dev';
import type { Plugin, ViteDevServer } from 'vite';
import type * as CronModule from '../app/jobs/cron';
import type * as ConsumeModule from '../app/jobs/queue';
import type * as ContextModule from '../app/platform/context.server';
import type { Env } from '../app/platform/env.server';
import { answerOrder } from './cover-artist/artist-service';
import { createDevQueue } from './dev-queue';
import { startClock } from './ticking';

const localArtist = {
  fetch: (url: string, init: RequestInit) => answerOrder(new Request(url, init)),
} as unknown as Env['ARTIST'];

type Runtime = ReturnType<typeof ContextModule.createRuntime>;
type AppContext = ReturnType<typeof ContextModule.createContext>['app'];

const CONTEXT = '/app/platform/context.server.ts';

/** Returns no plugins unless `npm run dev` started Vite, for example in a build. */
export function devContext(): Plugin[] {
  const { LOCAL_VARS, LOCAL_STATE } = process.env;
  if (!LOCAL_VARS || !LOCAL_STATE) return [];
  let server: ViteDevServer | undefined;
  let runtime: Runtime | undefined;

  /** Loaded through Vite, so that a change takes effect without a restart. */
  async function load<T>(path: string): Promise<T> {
    if (!server) throw new Error('The development server has not started yet');
    return (await server.ssrLoadModule(path)) as T;
  }

  /** Creates contexts for work without a request: queue messages and cron tasks. */
  async function backgroundContexts(): Promise<(id: string) => AppContext> {
    const { createContext } = await load<typeof ContextModule>(CONTEXT);
    const started = runtime;
    if (!started) throw new Error('The development server has not answered a request yet');
    const execution = { waitUntil: (work: Promise<unknown>) => void work.catch(() => {}) };
    const caller = { address: '', userAgent: null, referrer: null };
    return (id) => createContext(started, { id, ...caller }, execution).app;
  }

  const queue = createDevQueue(async (batch) => {
    const { consumeBatch } = await load<typeof ConsumeModule>('/app/jobs/queue.ts');
    await consumeBatch(batch, await backgroundContexts());
  });

  async function fireTrigger(cron: string): Promise<boolean> {
    const { runCronTasks } = await load<typeof CronModule>('/app/jobs/cron.ts');
    const contextFor = await backgroundContexts();
    await runCronTasks(contextFor(crypto.randomUUID()), cron);
    return true;
  }

  const proxy = cloudflareDevProxyVitePlugin({
    persist: { path: LOCAL_STATE },
    async getLoadContext({ request, context }) {
      const module = await load<typeof ContextModule>(CONTEXT);
      Object.assign(globalThis, { caches: context.cloudflare.caches });
      if (!runtime) {
        const bindings = { ...(context.cloudflare.env as Env), WORK: queue, ARTIST: localArtist };
        const env = { ...bindings, ...JSON.parse(LOCAL_VARS) };
        runtime = module.createRuntime(env, 'development');
        server?.httpServer?.once('close', startClock(fireTrigger));
      }
      const id = crypto.randomUUID();
      const address = request.headers.get('cf-connecting-ip') ?? '127.0.0.1';
      const userAgent = request.headers.get('user-agent');
      const referrer = request.headers.get('referer');
      const cookies = request.headers.get('cookie');
      const caller = { id, address, userAgent, referrer, cookies };
      return { app: module.createContext(runtime, caller, context.cloudflare.ctx).app };
    },
  });
  const keepServer: Plugin = {
    name: 'dev-context',
    configureServer(started) {
      server = started;
    },
  };
  return [keepServer, proxy as Plugin];
}
