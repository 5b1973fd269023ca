// The worker's copy of Remix's router works out anew, several times a page, what never changes: the routes as objects,
// their ranking, their regular expressions, what an address leads to. Here it is kept, or its cost would grow with every
// route we add. And a link to a plain path of this site need not be resolved against where it stands.
import type { Plugin } from 'vite';

interface Patch {
  /** The file, as the end of its path. */
  file: RegExp;
  replacements: [from: string, to: string][];
  kept: string;
}

/** Paths whose routes are known: the newest, for whoever asks at random must not fill the memory. */
const MOST_PATHS = 64;

const PATCHES: readonly Patch[] = [
  {
    file: /@remix-run\/router\/dist\/router\.js$/,
    replacements: [
      [
        'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);\n  let matches = null;',
        `let { branches, known } = rankedBranches(routes);
  let matches = allowPartial ? null : known.get(pathname) ?? null;
  if (matches) return matches;`,
      ],
      [
        'matches = matchRouteBranch(branches[i], decoded, allowPartial);\n  }\n',
        `matches = matchRouteBranch(branches[i], decoded, allowPartial);
  }
  if (matches && !allowPartial) {
    if (known.size >= ${MOST_PATHS}) known.delete(known.keys().next().value);
    known.set(pathname, matches);
  }
`,
      ],
      [
        'function compilePath(path, caseSensitive, end) {',
        'function compilePathAnew(path, caseSensitive, end) {',
      ],
    ],
    kept: `
const branchesOfRoutes = new WeakMap();
function rankedBranches(routes) {
  let ranked = branchesOfRoutes.get(routes);
  if (!ranked) {
    const branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    ranked = { branches, known: new Map() };
    branchesOfRoutes.set(routes, ranked);
  }
  return ranked;
}
const compiledPaths = new Map();
function compilePath(path, caseSensitive, end) {
  let key = path + (caseSensitive ? "\\n1" : "\\n0") + (end === false ? 0 : 1);
  let compiled = compiledPaths.get(key);
  if (!compiled) {
    compiled = compilePathAnew(path, caseSensitive, end);
    compiledPaths.set(key, compiled);
  }
  return compiled;
}
`,
  },
  {
    file: /@remix-run\/react\/dist\/esm\/server\.js$/,
    replacements: [
      [
        'let routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);',
        `let routes = routesOfManifest.get(manifest.routes);
  if (!routes) {
    routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);
    routesOfManifest.set(manifest.routes, routes);
  }`,
      ],
    ],
    kept: '\nconst routesOfManifest = new WeakMap();\n',
  },
  {
    file: /react-router-dom\/server\.mjs$/,
    replacements: [
      [
        'let manifest = {};\n  let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);\n\n  // Because our context matches',
        `let { manifest, dataRoutes } = dataRoutesOf(routes);

  // Because our context matches`,
      ],
    ],
    kept: `
const converted = new WeakMap();
function dataRoutesOf(routes) {
  let found = converted.get(routes);
  if (!found) {
    let manifest = {};
    found = { manifest, dataRoutes: UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest) };
    converted.set(routes, found);
  }
  return found;
}
`,
  },
  {
    file: /react-router\/dist\/index\.js$/,
    replacements: [
      [
        'function useResolvedPath(to, _temp2) {\n',
        'function useResolvedPath(to, _temp2) {\n  if (typeof to === "string" && PLAIN_PATH.test(to)) return { search: "", hash: "", ...parsePath(to) };\n',
      ],
    ],
    // Neither relative nor with anything to tidy: what resolving it would give is what it says.
    kept: '\nconst PLAIN_PATH = /^(?:\\/|(?:\\/[^\\/.?#\\\\]+)+)(?:\\?[^#]+)?(?:#.+)?$/;\n',
  },
];

/**
 * All memories are bounded: routes and patterns come from the build. Only for the worker: in browsers routes are added
 * while the page lives.
 * @throws when the router is not the one this was written for
 */
export function memoiseRouter(): Plugin {
  const patched = new Set<Patch>();
  return {
    name: 'memoise-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    transform(code, id) {
      const patch = PATCHES.find(({ file }) => file.test(id));
      if (!patch) return null;
      patched.add(patch);
      return { code: patch.replacements.reduce(replaceOnce, code) + patch.kept, map: null };
    },
    buildEnd(error) {
      const missing = PATCHES.find((patch) => !patched.has(patch));
      if (!error && missing) throw new Error(`memoise-router: the build has no ${missing.file}`);
    },
  };
}

function replaceOnce(code: string, [from, to]: [string, string]): string {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`memoise-router: the router has changed; not found once: ${from}`);
  return parts.join(to);
}
