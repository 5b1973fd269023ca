import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import { devContext } from './dev/vite-context';
import remixConfig from './remix.config.js';

/**
 * Makes the worker the entry, so that fetch, queue and cron handlers share one bundle. Remix only builds its
 * routes.
 */
function workerEntry(): Plugin {
  return {
    name: 'worker-entry',
    config: (_config, { isSsrBuild, command }) =>
      isSsrBuild && command === 'build'
        ? {
            build: {
              rollupOptions: {
                input: 'app/entry.worker.ts',
                // Keeps dynamic imports as separate modules that are loaded when needed.
                output: { inlineDynamicImports: false },
              },
            },
          }
        : undefined,
  };
}

/**
 * Imports dynamic chunks without Vite's preload helper. The chunks are few, small and have no styles, and the
 * helper costs every reader half a kilobyte.
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

/**
 * Has Chromium compile the functions of the chunks that every page runs while they download, on another thread.
 * Otherwise it compiles each when it is first called, which is a third of the time that hydration blocks the page.
 * Other browsers ignore the comment. The minifier would remove it, so it is added to the finished chunks.
 */
function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !['framework', 'parts'].includes(chunk.name)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  };
}

/** What Quill's main module registers and the rich-text editor does not use: 36 kB of themes, their icons and menus. */
const UNUSED_IN_QUILL =
  /node_modules\/quill\/(themes\/(snow|bubble)|ui\/(icons|picker|color-picker|icon-picker|tooltip)|modules\/syntax)\.js$/;

/** Replaces these modules with empty classes. Quill registers them, but the editor never uses them. */
function smallQuill(): Plugin {
  return {
    name: 'small-quill',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (UNUSED_IN_QUILL.test(id) ? 'export default class {}' : undefined),
  };
}

/** Modules that most public pages share, in one file: a dozen small files compress worse. */
const SHARED_PARTS =
  /app\/(ui\/(icon|toast|breadcrumbs|empty-state)|features\/(articles\/ui\/(article-card|article-meta|article-image|section-head|share-button|image-fallback)|ads\/(ui\/ad-|ad-locations)|media\/image-source|newsletter\/(ui\/subscribe-form|subscribers\/lead-source)|categories\/category-view|settings\/social-networks)|http\/document\/(page-error|use-site-layout|to-meta|event-replay|nonce)|layouts\/site\/(theme-script|theme-button|wordmark))/;

/** React and Remix do not change with the product, so browsers keep this file across deploys. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;

/** The paths of the rich-text editor's scripts. Only the build of the worker needs them, and follows the build of the browser's files. */
function editorScripts(): string[] {
  const folder = 'build/client/assets';
  const name = readdirSync(folder).find((file) => file.startsWith('rich-editor.client-'));
  if (!name) throw new Error('The build has no rich-text editor.');
  const imported = readFileSync(`${folder}/${name}`, 'utf8').matchAll(
    /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g,
  );
  return [name, ...[...imported].map(([, file]) => file)].map((file) => `/assets/${file}`);
}

function sharedParts(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  // Rollup would put it into the framework, which imports it on the server.
  if (id.endsWith('/http/document/encode-loader-data.ts')) return 'failed-navigations';
  return SHARED_PARTS.test(id) && !id.includes('?') ? 'parts' : undefined;
}

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    ...devContext(),
    remix(remixConfig),
    workerEntry(),
    plainLazyImports(),
    smallQuill(),
    compileEarly(),
  ],
  // For `npm run dev`, which bundles packages by esbuild: the file that Remix imports (patches/), and packages that Vite would find
  // too late, while the first page loads.
  optimizeDeps: {
    include: ['@remix-run/cloudflare', 'drizzle-orm', 'drizzle-orm/pg-core', 'zod'],
    esbuildOptions: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  },
  define: {
    TEST_SUPPORT: String(process.env.TEST_SUPPORT !== 'off'),
    BUILD_ID: JSON.stringify(isSsrBuild && command === 'build' ? randomUUID().slice(0, 8) : ''),
    EDITOR_SCRIPTS: JSON.stringify(isSsrBuild && command === 'build' ? editorScripts() : []),
  },
  resolve: {
    alias: { '~': new URL('./app', import.meta.url).pathname, db: new URL('./db', import.meta.url).pathname },
    ...(isSsrBuild && { mainFields: ['browser', 'module', 'main'] }),
  },
  ssr: {
    target: 'webworker' as const,
    ...(command === 'build' && { noExternal: true as const }),
    resolve: { conditions: ['workerd', 'worker', 'browser'], externalConditions: ['workerd', 'worker'] },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Readers download every byte, so scripts use the slower and tighter minifier. The worker does not need it, and
    // neither does `npm start` (dev/build/run.ts).
    minify: isSsrBuild || process.env.MINIFIER === 'esbuild' ? ('esbuild' as const) : ('terser' as const),
    terserOptions: {
      maxWorkers: 2,
      ecma: 2020 as const,
      module: true,
      compress: {
        passes: 3,
        unsafe_arrows: true,
        pure_getters: true,
        // The last two are the router's. They only call console.warn, and their texts are 0.6 kB.
        pure_funcs: ['console.warn', 'warning', 'warningOnce'],
      },
    },
    ...(!isSsrBuild && { rollupOptions: { output: { manualChunks: sharedParts } } }),
  },
}));
