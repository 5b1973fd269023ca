// Checks that the graph of features has no cycle (docs/architecture.md, "Layers"). Type imports count.
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path/posix';

const IMPORT = /\bfrom '([^']+)'|\bimport\('([^']+)'\)/g;

/** The imported features of each feature. Names are the folders of `app/features`. */
export type FeatureGraph = Map<string, Set<string>>;

/** Reads the imports of every file under `app/features` of a checkout. */
export function readFeatureGraph(root: string): FeatureGraph {
  const graph: FeatureGraph = new Map();
  const files = readdirSync(join(root, 'app/features'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name)).map((name) => `app/features/${name}`)) {
    const from = featureOf(file) ?? '';
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const [, fromSpecifier, lazySpecifier] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const to = featureOf(toPath(file, fromSpecifier ?? lazySpecifier ?? ''));
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return graph;
}

/** The features of one cycle in import order, the first repeated at the end; null if there is none. */
export function findFeatureCycle(graph: FeatureGraph): string[] | null {
  const finished = new Set<string>();
  const visit = (feature: string, path: string[]): string[] | null => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature];
    if (finished.has(feature)) return null;
    for (const next of graph.get(feature) ?? []) {
      const cycle = visit(next, [...path, feature]);
      if (cycle) return cycle;
    }
    finished.add(feature);
    return null;
  };
  for (const feature of graph.keys()) {
    const cycle = visit(feature, []);
    if (cycle) return cycle;
  }
  return null;
}

function toPath(file: string, specifier: string): string {
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`;
  return specifier.startsWith('.') ? normalize(join(file, '..', specifier)) : specifier;
}

function featureOf(path: string): string | undefined {
  return /^app\/features\/([^/]+)\//.exec(path)?.[1];
}
