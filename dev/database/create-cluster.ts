// Creates the embedded cluster once. initdb runs in a neighboring folder that is renamed when complete, so an
// interrupted start leaves no half cluster.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../startup/refusal';
import type { Place } from './place';

const passwordFile = 'law-firm-academy.password';

export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, passwordFile), 'utf8').trim();
}

/** Returns whether a cluster was created. */
export async function createClusterIfMissing(place: Place): Promise<boolean> {
  const { cluster, version } = place;
  if (existsSync(cluster)) {
    checkVersion(cluster, version);
    return false;
  }
  const unfinished = `${cluster}.unfinished`;
  // The locale decides character classes and lower case, which search uses, so plain C is the last choice.
  const localeNames = ['C.UTF-8', 'en_US.UTF-8', 'C'];
  let output = '';
  for (const locale of localeNames) {
    const result = await initdb(place, unfinished, locale);
    if (result.ok) {
      renameSync(unfinished, cluster);
      return true;
    }
    output = result.output;
    if (!/invalid locale/i.test(output)) break;
  }
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(`${unfinished}.password`, { force: true });
  if (/No space left on device|Check free disk space/i.test(output)) throw diskIsFull(cluster);
  throw new Refusal(`PostgreSQL could not create its data folder ${cluster}:\n${output.trim()}`);
}

export function diskIsFull(folder: string): Refusal {
  return new Refusal(
    `The disk that holds ${folder} is full. Free some space, or choose a folder on another disk with DATA_DIR.`,
  );
}

async function initdb(
  place: Place,
  folder: string,
  locale: string,
): Promise<{ ok: boolean; output: string }> {
  const { native, user } = place;
  const lent = `${folder}.password`;
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(lent, `${randomBytes(18).toString('hex')}\n`, { mode: 0o600 });
    if (user) for (const path of [folder, lent]) chownSync(path, user.uid, user.gid);
    const args = [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${lent}`,
      '-E',
      'UTF8',
      '--no-instructions',
    ];
    args.push(
      `--locale=${locale}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--lc-messages=C',
    );
    const result = await run(join(native, 'bin/initdb'), args, user ? { uid: user.uid, gid: user.gid } : {});
    if (result.ok) renameSync(lent, join(folder, passwordFile));
    return result;
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

function run(
  command: string,
  args: string[],
  ids: { uid?: number; gid?: number },
): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    // Runs in its own session, so that Ctrl-C does not interrupt it: it takes a second, then this process
    // stops.
    const child = spawn(command, args, {
      ...ids,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { LC_ALL: 'C' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => done({ ok: false, output: error.message }));
    child.once('close', (code) => done({ ok: code === 0, output }));
  });
}

function checkVersion(cluster: string, version: string): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const major = version.split('.')[0];
  if (made === major) return;
  throw new Refusal(
    `The database in ${cluster} was created by PostgreSQL ${made}. This is PostgreSQL ${major}, which cannot read it. ` +
      'Choose another data folder with DATA_DIR, or delete this one to start over.',
  );
}
