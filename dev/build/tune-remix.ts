// Replaces parts of Remix and its router in the worker's bundle (remix-patches.ts).
import type { Plugin } from 'vite';
import { PATCHES, type Patch } from './remix-patches';

/**
 * All memories are bounded: routes and patterns come from the build. Only for the worker: in browsers routes are added
 * while the page lives.
 * @throws when Remix is not the one the patches were written for
 */
export function tuneRemix(): Plugin {
  const patched = new Set<Patch>();
  return {
    name: 'tune-remix',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    transform(code, id) {
      const patch = PATCHES.find(({ file }) => file.test(id));
      if (!patch) return null;
      patched.add(patch);
      return { code: patch.replacements.reduce(replaceOnce, code) + patch.kept, map: null };
    },
    buildEnd(error) {
      const missing = PATCHES.find((patch) => !patched.has(patch));
      if (!error && missing) throw new Error(`tune-remix: the build has no ${missing.file}`);
    },
  };
}

function replaceOnce(code: string, [from, to]: [string, string]): string {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`tune-remix: Remix has changed; not found once: ${from}`);
  return parts.join(to);
}
