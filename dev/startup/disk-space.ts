// A full disk shows in a hundred ways (a lost connection, a half-written file): after a failure this says so in plain words.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { projectRoot } from './settings';

const tooLittle = 16 * 1024 * 1024;

/** A sentence for each folder of ours whose disk is as good as full, or an empty string. */
export function diskHint(): string {
  const folders = [resolve(projectRoot, process.env.DATA_DIR || '.data'), projectRoot, tmpdir()];
  const full = folders.filter((folder) => existsSync(folder) && bytesLeft(folder) < tooLittle);
  const [first] = full;
  return first ? `The disk that holds ${first} is full: free some space, or choose another folder.` : '';
}

function bytesLeft(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
