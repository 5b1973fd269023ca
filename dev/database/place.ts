// Decides where the embedded cluster is stored and which user runs it: usually DATA_DIR/postgres and the
// current user. As root it is another OS user, who may not be able to reach DATA_DIR or node_modules (below
// /root, or in a 0700 folder). Then it is a folder under /var/tmp.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodeOf, Refusal } from '../startup/refusal';
import { copyBinaries, findBinaries, makeSymlinks, probeBinaries } from './binaries';
import { canReach, findDatabaseUser, isRoot, type OsUser } from './os-user';
import { isRunningIn } from './postmaster';

export interface Place {
  /** The folder with bin, lib and share. */
  native: string;
  /** PGDATA; does not exist before the first start. */
  cluster: string;
  /** Null for the current user. */
  user: OsUser | null;
  version: string;
}

const prefix = 'law-firm-academy-';

export function choosePlace(dataDir: string, onLine: (line: string) => void): Place {
  checkWritable(dataDir);
  const user = isRoot ? ownerOfCluster(join(dataDir, 'postgres')) : null;
  let native = findBinaries();
  let linked = true;
  try {
    makeSymlinks(native);
  } catch {
    linked = false; // This user cannot write to node_modules. The links are created in a copy.
  }
  const idFile = join(dataDir, 'postgres-elsewhere');
  const dataReachable = !isClusterElsewhere(idFile) && (!user || canReach(user, dataDir));
  const binariesReachable = linked && (!user || canReach(user, join(native, 'bin/postgres')));
  let cluster = join(dataDir, 'postgres');
  if (!dataReachable || !binariesReachable) {
    const isNew = !existsSync(idFile);
    const folder = openElsewhere(idFile, dataDir);
    if (!dataReachable) cluster = join(folder, 'postgres');
    if (!binariesReachable) native = copyBinaries(native, folder, user);
    const what = [!dataReachable && 'its data', !binariesReachable && 'a copy of its programs']
      .filter(Boolean)
      .join(' and ');
    const who = user ? `the user ${user.name}` : 'this user';
    if (isNew)
      onLine(`PostgreSQL runs as ${who} with ${what} in ${folder}, because it cannot reach the usual folder`);
  }
  return { native, cluster, user, version: probeBinaries(native, user) };
}

/** An existing cluster stays with its owner: root may start what another user created. */
function ownerOfCluster(cluster: string): OsUser {
  if (!existsSync(cluster)) return findDatabaseUser();
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? findDatabaseUser() : { name: `with the number ${uid}`, uid, gid };
}

function checkWritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const cluster = join(dataDir, 'postgres');
    if (existsSync(cluster)) accessSync(cluster, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Refusal(
      `The data folder ${dataDir} cannot be written to by this user (${errorCodeOf(error)}): it belongs to someone else, or is read-only. ` +
        'Choose another one with DATA_DIR=/some/folder.',
    );
  }
}

const folderOf = (idFile: string) => join('/var/tmp', prefix + readFileSync(idFile, 'utf8').trim());

/**
 * A cluster stays where it was created. The folder under /var/tmp may contain only the programs, with the
 * cluster in DATA_DIR.
 */
function isClusterElsewhere(idFile: string): boolean {
  return existsSync(idFile) && existsSync(join(folderOf(idFile), 'postgres'));
}

/**
 * The id is stored in DATA_DIR, so that deleting DATA_DIR resets everything. Folders left by deleted data
 * folders are removed.
 */
function openElsewhere(idFile: string, dataDir: string): string {
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(8).toString('hex'), { mode: 0o600 });
  const folder = folderOf(idFile);
  clearLeftovers(dataDir, folder);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'belongs-to'), dataDir);
  return folder;
}

/**
 * A data folder that is missing may be on a disk that is not mounted. Only a temporary one counts as deleted.
 */
function clearLeftovers(dataDir: string, ours: string): void {
  for (const name of readdirSync('/var/tmp')) {
    const folder = join('/var/tmp', name);
    if (!name.startsWith(prefix) || folder === ours) continue;
    try {
      const owner = readFileSync(join(folder, 'belongs-to'), 'utf8');
      const ownerIsGone = owner.startsWith(tmpdir()) && !existsSync(owner);
      if (owner !== dataDir && !ownerIsGone) continue;
      if (!isRunningIn(join(folder, 'postgres'))) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's folder, or one that is being created. Leave it alone.
    }
  }
}
