// A full disk has many symptoms (a lost connection, a truncated file). After a failure this names the cause.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { projectRoot } from './settings';

const minFreeBytes = 16 * 1024 * 1024;

/** One sentence for each of our folders whose disk is almost full, or an empty string. */
export function diskHint(): string {
  const folders = [resolve(projectRoot, process.env.DATA_DIR || '.data'), projectRoot, tmpdir()];
  const full = folders.filter((folder) => existsSync(folder) && bytesLeft(folder) < minFreeBytes);
  const [first] = full;
  return first ? `The disk that holds ${first} is full. Free some space, or choose another folder.` : '';
}

function bytesLeft(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
