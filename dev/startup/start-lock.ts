// A lock between processes of one clone: a file with the process id of its holder. It is ignored if that
// process no longer exists.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf } from './refusal';

export async function withStartLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  for (let hasReported = false; !tryTake(file); ) {
    if (!hasReported) onWait();
    hasReported = true;
    await sleep(300);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryTake(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  if (isAbandoned(file)) rmSync(file, { force: true });
  return false;
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // The file is empty until its holder has written the id.
    if (!holder) return Date.now() - statSync(file).mtimeMs > 5000;
    return holder === process.pid || !isAlive(holder);
  } catch {
    return false; // Released between the two checks.
  }
}

/** Whether a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
  }
}
