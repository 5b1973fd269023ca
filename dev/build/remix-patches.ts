// What the worker's copy of Remix does over and over though it never changes, and in full generality though it is plain: here it
// is kept, or done the short way (figures: docs/subsystems/document.md).

export interface Patch {
  /** The file, as the end of its path. */
  file: RegExp;
  replacements: [from: string, to: string][];
  kept: string;
}

/** Paths whose routes are known: only the newest, so that random URLs do not fill the memory. */
const MOST_PATHS = 64;

/** A path that is neither relative nor has anything to tidy: what resolving it would give is what it says. */
const PLAIN_PATH = '\nconst PLAIN_PATH = /^(?:\\/|(?:\\/[^\\/.?#\\\\]+)+)(?:\\?[^#]+)?(?:#.+)?$/;\n';

export const PATCHES: readonly Patch[] = [
  {
    // Routes' ranking, their regular expressions and what an address leads to, or their cost would grow with every route we add.
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
        'function compilePathUncached(path, caseSensitive, end) {',
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
    compiled = compilePathUncached(path, caseSensitive, end);
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
    kept: PLAIN_PATH,
  },
  {
    // Links to plain paths need no hooks: nothing is clicked, hovered or in transition where markup is made.
    file: /react-router-dom\/dist\/index\.js$/,
    replacements: [
      [
        'const Link = /*#__PURE__*/React.forwardRef(function LinkWithRef(_ref7, ref) {\n',
        'const Link = /*#__PURE__*/React.forwardRef(function LinkWithRef(_ref7, ref) {\n  if (PLAIN_PATH.test(_ref7.to)) return anchor(_ref7);\n',
      ],
      [
        'useViewTransitionState(path) && viewTransition === true',
        'viewTransition === true && useViewTransitionState(path)',
      ],
    ],
    kept: `${PLAIN_PATH}
function anchor({ to, onClick, relative, reloadDocument, replace, state, preventScrollReset, viewTransition, ...rest }) {
  return React.createElement("a", { ...rest, href: to });
}
`,
  },
  {
    file: /@remix-run\/react\/dist\/esm\/components\.js$/,
    replacements: [
      ['let Link = /*#__PURE__*/React.forwardRef(({\n', 'let Link = /*#__PURE__*/anchorOr(({\n'],
    ],
    // In a fragment with nothing beside it, as the browser's copy renders it.
    kept: `${PLAIN_PATH}
function anchorOr(render) {
  return React.forwardRef((props, ref) => (PLAIN_PATH.test(props.to) ? anchor(props) : render(props, ref)));
}
function anchor({ to, prefetch, discover = "render", onClick, relative, reloadDocument, replace, state, preventScrollReset, viewTransition, ...rest }) {
  rest["data-discover"] = getDiscoverAttr(discover, false, reloadDocument);
  rest.href = to;
  return React.createElement(React.Fragment, null, React.createElement("a", rest), null);
}
`,
  },
  {
    // What loaders give is nearly always plain data.
    file: /@remix-run\/server-runtime\/dist\/esm\/single-fetch\.js$/,
    replacements: [
      [
        'function encodeViaTurboStream(data, requestSignal, streamTimeout, serverMode) {\n',
        `function encodeViaTurboStream(data, requestSignal, streamTimeout, serverMode) {
  let plain = encodePlain(data);
  if (plain !== null) return plain;
`,
      ],
    ],
    kept: '\nimport { encodePlain } from "~/http/document/encode-loader-data";\n',
  },
  {
    file: /@remix-run\/server-runtime\/dist\/esm\/entry\.js$/,
    replacements: [
      [
        'function createEntryRouteModules(manifest) {',
        'function createEntryRouteModulesUncached(manifest) {',
      ],
    ],
    kept: `
const modulesOfManifest = new WeakMap();
function createEntryRouteModules(manifest) {
  let modules = modulesOfManifest.get(manifest);
  if (!modules) modulesOfManifest.set(manifest, (modules = createEntryRouteModulesUncached(manifest)));
  return modules;
}
`,
  },
];
