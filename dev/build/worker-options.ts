// Converts wrangler.toml to Miniflare's options. wrangler takes two seconds to load, so the result is cached until wrangler.toml changes.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorkerOptions } from 'miniflare';
import { textPropertyOf } from '~/lib/properties';
import { Refusal } from '../startup/refusal';
import { buildStateFolder, quietCompilers } from './compiler';

interface Kept {
  madeFrom: string;
  options: WorkerOptions & { assets: { directory: string } };
}

const underWay = new Map<string, Promise<Kept['options']>>();

/** Paths in it are relative to root, so that a clone can be moved. */
export function readWorkerOptions(root: string): Promise<Kept['options']> {
  const reading = underWay.get(root) ?? read(root).finally(() => underWay.delete(root));
  underWay.set(root, reading);
  return reading;
}

async function read(root: string): Promise<Kept['options']> {
  const file = join(buildStateFolder(root), 'worker-options.json');
  const lock = readFileSync(join(root, 'package-lock.json'));
  const madeFrom = createHash('sha256')
    .update(readFileSync(join(root, 'wrangler.toml')))
    .update(lock)
    .digest('hex');
  const kept = tryRead(file);
  if (kept?.madeFrom === madeFrom) return kept.options;
  const script = fileURLToPath(new URL('write-worker-options.mjs', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [script, root, file, madeFrom], {
      cwd: root,
      env: quietCompilers(root),
    });
  } catch (error) {
    throw new Refusal(`wrangler.toml cannot be read:\n${textPropertyOf(error, 'stderr') || String(error)}`);
  }
  const written = tryRead(file);
  if (!written) throw new Refusal('wrangler.toml cannot be read: its options were not written.');
  return written.options;
}

function tryRead(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // missing or truncated: written again
  }
}
