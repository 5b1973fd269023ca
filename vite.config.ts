import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import { tuneRemix } from './dev/build/tune-remix';
import { devContext } from './dev/vite-context';
import remixConfig from './remix.config.js';

/** Remix builds its routes alone; this makes the worker the entry, so that fetch, queue and clock share one bundle. */
function workerEntry(): Plugin {
  return {
    name: 'worker-entry',
    config: (_config, { isSsrBuild, command }) =>
      isSsrBuild && command === 'build'
        ? {
            build: {
              rollupOptions: {
                input: 'app/entry.worker.ts',
                // What is imported later stays apart, and is run when it is asked for first.
                output: { inlineDynamicImports: false },
              },
            },
          }
        : undefined,
  };
}

/**
 * What is fetched only when it is needed is fetched plainly: such files are few, small and name no styles, and Vite's
 * way of fetching their imports beforehand costs every reader half a kilobyte.
 */
function plainLazyImports(): Plugin {
  return {
    name: 'plain-lazy-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

/** What most pages of the reading site share, as one file: a dozen small ones compress worse. */
const SHARED_PARTS =
  /app\/(ui\/(icon|toast|breadcrumbs|empty-state)|features\/(articles\/ui\/(article-card|article-meta|article-picture|section-head|share-button|picture-fallback)|ads\/(ui\/ad-|ad-link|ad-locations)|media\/picture|newsletter\/(ui\/subscribe-form|lead-source)|categories\/category-view)|http\/(page-error|use-chrome|meta-of|hold-events)|routes\/_site\/(theme-script|theme-button|wordmark))/;

/** React and Remix, which change with neither the product nor its texts, stay in browsers' caches over deploys. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;

function sharedParts(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  return SHARED_PARTS.test(id) && !id.includes('?') ? 'parts' : undefined;
}

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [...devContext(), remix(remixConfig), workerEntry(), plainLazyImports(), tuneRemix()],
  resolve: {
    alias: { '~': new URL('./app', import.meta.url).pathname, db: new URL('./db', import.meta.url).pathname },
    ...(isSsrBuild && { mainFields: ['browser', 'module', 'main'] }),
  },
  ssr: {
    target: 'webworker' as const,
    noExternal: command === 'build' ? true : undefined,
    resolve: { conditions: ['workerd', 'worker', 'browser'], externalConditions: ['workerd', 'worker'] },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Readers wait for every byte, so the slower and tighter minifier is worth its seconds; the worker's is not.
    minify: isSsrBuild ? ('esbuild' as const) : ('terser' as const),
    terserOptions: {
      ecma: 2020 as const,
      module: true,
      compress: { passes: 3, unsafe_arrows: true, pure_getters: true, pure_funcs: ['console.warn'] },
    },
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: sharedParts } } }),
  },
}));
