/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  serverBuildFile: 'index.js',
  serverModuleFormat: 'esm',
  // Set by `npm run build -- --production` (dev/build/run.ts).
  ignoredRouteFiles: [
    '**/*.css',
    '**/.*',
    ...(process.env.TEST_SUPPORT === 'off' ? ['**/dev.test-jobs'] : []),
  ],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
