// Where the embedded database stores its data when another OS user runs it, who cannot access every folder.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePlace } from 'dev/database/place';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const accessible = vi.hoisted(() => ({ data: true, programs: true }));
vi.mock('dev/database/os-user', () => ({
  isRoot: true,
  findDatabaseUser: () => ({ name: 'nobody', uid: 65534, gid: 65534 }),
  canReach: (_user: object, path: string) =>
    path.endsWith('bin/postgres') ? accessible.programs : accessible.data,
}));
vi.mock('dev/database/binaries', () => ({
  findBinaries: () => '/programs',
  makeSymlinks: () => {},
  copyBinaries: (_native: string, folder: string) => `${folder}/programs`,
  probeBinaries: () => '18.4',
}));

let dataDir: string;
const choose = () => choosePlace(dataDir, () => {});
/** A start that creates the cluster. */
function start(): string {
  const { cluster } = choose();
  mkdirSync(cluster, { recursive: true });
  return cluster;
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'place-'));
});
afterEach(() => {
  const idFile = join(dataDir, 'postgres-elsewhere');
  if (existsSync(idFile))
    rmSync(join('/var/tmp', `law-firm-academy-${readFileSync(idFile, 'utf8')}`), { recursive: true });
  rmSync(dataDir, { recursive: true });
});

it.each([
  { within: 'everything', data: true, programs: true, isInData: true },
  { within: 'the data alone', data: true, programs: false, isInData: true },
  { within: 'the programs alone', data: false, programs: true, isInData: false },
  { within: 'nothing', data: false, programs: false, isInData: false },
])("finds the first start's cluster at the second start, with $within accessible", ({
  data,
  programs,
  isInData,
}) => {
  Object.assign(accessible, { data, programs });
  const made = start();
  expect(made === join(dataDir, 'postgres')).toBe(isInData);
  expect(choose().cluster).toBe(made);
});

it('stays in its folder when more folders become accessible', () => {
  Object.assign(accessible, { data: false, programs: false });
  const made = start();
  Object.assign(accessible, { data: true, programs: true });
  expect(choose().cluster).toBe(made);
});
