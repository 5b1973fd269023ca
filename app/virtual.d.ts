/** Whether this build contains what only tests use; a constant of the build, so that builds for production drop the code. */
declare const TEST_SUPPORT: boolean;

declare module 'virtual:remix/server-build' {
  const build: import('@remix-run/cloudflare').ServerBuild;
  export = build;
}
