/** Whether this build contains what only tests use; a constant of the build, so that builds for production drop the code. */
declare const TEST_SUPPORT: boolean;

declare module 'virtual:remix/server-build' {
  type Build = import('@remix-run/cloudflare').ServerBuild;
  export const mode: Build['mode'];
  export const entry: Build['entry'];
  export const routes: Build['routes'];
  export const assets: Build['assets'];
  export const publicPath: Build['publicPath'];
  export const assetsBuildDirectory: Build['assetsBuildDirectory'];
  export const future: Build['future'];
  export const isSpaMode: Build['isSpaMode'];
}

/** Different in each build of the worker; '' elsewhere. */
declare const BUILD_ID: string;

/** The paths of the rich-text editor's scripts in a build of the worker; none elsewhere. */
declare const EDITOR_SCRIPTS: string[];
