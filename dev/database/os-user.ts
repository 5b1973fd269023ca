// PostgreSQL refuses to run as root. Finds another OS user to run it, and checks which folders that user can
// reach.
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../startup/refusal';

export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

export const isRoot = process.getuid?.() === 0;

/** `postgres` if it exists, else `nobody`: initdb requires a name from the user list. */
export function findDatabaseUser(): OsUser {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const users = lines.map((line) => line.split(':')).filter((fields) => fields.length >= 4);
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const fields = users.find((candidate) => candidate[0] === name);
    // macOS stores nobody as -2; the system calls expect an unsigned number.
    if (fields) return { name, uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 };
  }
  throw new Refusal(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor a user "nobody" to run it. ' +
      'Start as another user, or set DATABASE_URL to a database of your own.',
  );
}

/**
 * Whether the user may enter every parent folder of the path. Does not read access control lists: a probe
 * follows anyway.
 */
export function canReach(user: OsUser, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const passes = (mode & bit) !== 0;
  return passes && (dirname(path) === path || canReach(user, dirname(path)));
}
