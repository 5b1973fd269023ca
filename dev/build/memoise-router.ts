// The worker's copy of Remix's router works out anew, several times a page, what never changes: the ranking of all
// routes and their regular expressions. Here both are kept, or their cost would grow with every route we add.
import type { Plugin } from 'vite';

const ROUTER = /@remix-run\/router\/dist\/router\.js$/;

const REPLACEMENTS: [string, string][] = [
  [
    'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);',
    'let branches = rankedBranches(routes);',
  ],
  [
    'function compilePath(path, caseSensitive, end) {',
    'function compilePathAnew(path, caseSensitive, end) {',
  ],
];

const KEPT = `
const branchesOfRoutes = new WeakMap();
function rankedBranches(routes) {
  let branches = branchesOfRoutes.get(routes);
  if (!branches) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    branchesOfRoutes.set(routes, branches);
  }
  return branches;
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
`;

/**
 * Patterns come from the routes alone, so both memories are bounded. Only for the worker: in browsers routes are added
 * while the page lives.
 * @throws when the router is not the one this was written for
 */
export function memoiseRouter(): Plugin {
  let patched = false;
  return {
    name: 'memoise-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      patched = true;
      return { code: REPLACEMENTS.reduce(replaceOnce, code) + KEPT, map: null };
    },
    buildEnd(error) {
      if (!error && !patched) throw new Error('memoise-router: the build has no @remix-run/router');
    },
  };
}

function replaceOnce(code: string, [from, to]: [string, string]): string {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`memoise-router: the router has changed; not found once: ${from}`);
  return parts.join(to);
}
