// Reads postmaster.pid and checks whether it is still valid.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../startup/start-lock';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Null when the file is not there or not complete yet. Its lines: pid, folder, start, port, socket folder, address, memory key, status. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

export function isRunningIn(cluster: string): boolean {
  const postmaster = readPostmaster(cluster);
  return postmaster !== null && isAlive(postmaster.pid) && commandOf(postmaster.pid).includes('postgres');
}

/** After kill -9 or a container restart the file remains, and its process id may now belong to another program. */
export function removeStalePid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  if (existsSync(file) && !isRunningIn(cluster)) rmSync(file, { force: true });
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
