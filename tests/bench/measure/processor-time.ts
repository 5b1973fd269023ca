// Reads the processor time and memory of processes from /proc; NaN on systems without it.
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux reports hundredths of a second on every machine. */
const TICK_MS = 10;

/** User and system time of a process with all its threads, in milliseconds. */
export function timeOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : Number.NaN;
}

/** The same for a PostgreSQL server: its running and its ended processes. */
export function timeOfServer(postmaster: number): number {
  const fields = statOf(postmaster);
  if (!fields) return Number.NaN;
  let total = (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  for (const name of readdirSync('/proc')) {
    const child = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (child && Number(child[1]) === postmaster) total += (Number(child[11]) + Number(child[12])) * TICK_MS;
  }
  return total;
}

/** Resident memory, in megabytes. */
export function memoryOf(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? Number.NaN) / 1024;
}

/** The server's first process: the parent of the one that serves the connection. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return Number(statOf(rows[0]?.pid ?? 0)?.[1] ?? 0);
  } finally {
    await client.end();
  }
}

/** The workerd process that this process started. */
export function findWorkerd(): number {
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (/^Name:\s+workerd/m.test(status) && status.includes(`PPid:\t${process.pid}\n`)) return Number(name);
    } catch {
      // The process has ended.
    }
  }
  throw new Error('No workerd process found');
}

/**
 * The fields of /proc/PID/stat after the name (state, parent, …). The name may contain spaces and brackets,
 * so split after the last bracket.
 */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? null;
  } catch {
    return null; // the process has ended, or there is no /proc
  }
}
