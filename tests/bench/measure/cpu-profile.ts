// Evaluates a recording of V8's sampling profiler from the DevTools protocol.
import type { SourceMap } from 'node:module';

interface CallFrame {
  functionName: string;
  url: string;
  /** Counts from 0, as does the column. */
  lineNumber: number;
  columnNumber: number;
}

export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  /** The node on top of the stack in each sample. */
  samples: number[];
  /** Microseconds since the previous sample. */
  timeDeltas: number[];
}

export interface FunctionTime {
  name: string;
  /** Source file and line. */
  place: string;
  /** Share of the busy time with the function on top of the stack. */
  self: number;
  /** Share of the busy time with the function anywhere on the stack; recursion counts once. */
  total: number;
}

/** Idle time: the isolate waits for the network. */
const IDLE = new Set(['(idle)', '(root)']);

/** Returns every sampled function, and the busy time in milliseconds. */
export function timeByFunction(
  profile: CpuProfile,
  map: SourceMap,
): { functions: FunctionTime[]; busyMilliseconds: number } {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const found = new Map<string, FunctionTime>();
  let busy = 0;
  profile.samples.forEach((id, index) => {
    const top = nodes.get(id);
    const spent = Math.max(profile.timeDeltas[index] ?? 0, 0);
    if (!top || IDLE.has(top.callFrame.functionName)) return;
    busy += spent;
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame as CallFrame;
      const key = `${frame.functionName}:${frame.lineNumber}:${frame.columnNumber}`;
      if (IDLE.has(frame.functionName) || seen.has(key)) continue;
      seen.add(key);
      const entry = found.get(key) ?? { ...placeOf(frame, map), self: 0, total: 0 };
      entry.total += spent;
      if (at === id) entry.self += spent;
      found.set(key, entry);
    }
  });
  const functions = [...found.values()].map((entry) => ({
    ...entry,
    self: entry.self / busy,
    total: entry.total / busy,
  }));
  return { functions, busyMilliseconds: busy / 1000 };
}

/** Restores names that the bundler changed. */
function placeOf(frame: CallFrame, map: SourceMap): { name: string; place: string } {
  // Node's types lack the name.
  const entry: { name?: string } & ReturnType<SourceMap['findEntry']> = map.findEntry(
    frame.lineNumber,
    frame.columnNumber,
  );
  if (!('originalSource' in entry) || !entry.originalSource)
    return { name: frame.functionName || '(anonymous)', place: '' };
  const source = entry.originalSource
    .replace(/^.*?(node_modules|app|db)\//, '$1/')
    .replace('node_modules/', '');
  return {
    name: entry.name || frame.functionName || '(anonymous)',
    place: `${source}:${entry.originalLine + 1}`,
  };
}
