// `npm run dev`: what the worker's entry does per request, for Remix's development server in Node.
import { cloudflareDevProxyVitePlugin } from '@remix-run/dev';
import type { Plugin, ViteDevServer } from 'vite';
import type * as ContextModule from '../app/platform/context.server';
import type { Env } from '../app/platform/env.server';

type World = ReturnType<typeof ContextModule.createWorld>;

/** Nothing when the development verb did not start Vite: a build, a type check. */
export function devContext(): Plugin[] {
  const { LOCAL_VARS, LOCAL_STATE } = process.env;
  if (!LOCAL_VARS || !LOCAL_STATE) return [];
  let server: ViteDevServer | undefined;
  let world: World | undefined;
  const proxy = cloudflareDevProxyVitePlugin({
    persist: { path: LOCAL_STATE },
    async getLoadContext({ request, context }) {
      if (!server) throw new Error('The development server is not there yet');
      // Loaded by Vite, so that a change of the platform shows without a restart.
      const module = (await server.ssrLoadModule('/app/platform/context.server.ts')) as typeof ContextModule;
      Object.assign(globalThis, { caches: context.cloudflare.caches });
      world ??= module.createWorld(
        { ...(context.cloudflare.env as Env), ...JSON.parse(LOCAL_VARS) },
        'development',
      );
      const id = crypto.randomUUID();
      const address = request.headers.get('cf-connecting-ip') ?? '127.0.0.1';
      const userAgent = request.headers.get('user-agent');
      const referrer = request.headers.get('referer');
      const caller = { id, address, userAgent, referrer };
      return { app: module.createContext(world, caller, context.cloudflare.ctx).app };
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
