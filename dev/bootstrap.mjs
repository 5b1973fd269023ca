// Entry of the npm scripts that must run on a fresh clone, so plain JavaScript without dependencies. It
// installs node_modules if it does not match package-lock.json and patches/, then runs the script in this process, so that
// signals and exit codes need no forwarding.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const verbs = {
  start: 'dev/start.ts',
  dev: 'dev/dev.ts',
  seed: 'dev/seed.ts',
  admin: 'dev/admin.ts',
  search: 'dev/search.ts',
  test: 'tests/run.ts',
  bench: 'tests/bench/run.ts',
  lighthouse: 'tests/bench/lighthouse.ts',
};
const oldestNode = [20, 19];

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  refuse(
    `This project needs Node ${oldestNode.join('.')} or newer; this is Node ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and try again.',
  );
}

/**
 * True if every package of the lock that this platform needs is installed in the locked version, no matter
 * how it was installed.
 */
function matchesLock(lockText) {
  try {
    const wanted = JSON.parse(lockText).packages;
    const installed = JSON.parse(
      readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const there = installed[path];
      return there ? there.version === entry.version : Boolean(entry.optional || entry.devOptional);
    });
  } catch {
    return false; // No node_modules, or an interrupted install: npm writes its own lock last.
  }
}

async function installIfNeeded() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockText);
  for (const patch of readdirSync(join(root, 'patches')).sort())
    hash.update(readFileSync(join(root, 'patches', patch)));
  const digest = hash.digest('hex');
  const hashFile = join(root, 'node_modules/.installed-lock');
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === digest) return;
  if (!matchesLock(lockText) || !applyPatches()) await install();
  try {
    writeFileSync(hashFile, digest);
  } catch {
    // This user cannot write to node_modules. The comparison above runs again next time.
  }
}

/** False if a package holds something else than the patch expects, such as an earlier patch. */
function applyPatches() {
  const script = join(root, 'node_modules/patch-package/index.js');
  return spawnSync(process.execPath, [script, '--error-on-fail'], { cwd: root }).status === 0;
}

async function install() {
  const began = Date.now();
  process.stdout.write('Installing   packages from package-lock.json (a minute or two the first time)\n');
  mkdirSync(join(root, '.wrangler/local'), { recursive: true });
  const log = join(root, '.wrangler/local/install.log');
  const read = () => readFileSync(log, 'utf8');
  const stopReporting = reportPackages(began);
  let result = await runNpm(['ci'], log);
  if (result !== 0 && /EUSAGE/.test(read())) {
    // npm ci requires the packages of all platforms, which a registry may not have. npm install only takes
    // those it needs.
    process.stdout.write('Installing   with npm install, because npm ci refuses this package-lock.json\n');
    result = await runNpm(['install', '--no-save'], log);
  }
  stopReporting();
  if (result === 'SIGINT' || result === 'SIGTERM') process.exit(130);
  if (result !== 0) {
    console.error(read().trimEnd().split('\n').slice(-40).join('\n'));
    refuse(`npm could not install the packages (${result}). See ${log} for its output.`);
  }
  process.stdout.write(`Installed    in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/**
 * Shows how many packages have arrived and estimates the seconds left: a bar on a terminal, else a line now
 * and then. Returns a function that ends it.
 */
function reportPackages(began) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // Most optional packages are for other platforms.
  const wanted = Object.keys(packages).filter((path) => path && !packages[path].optional);
  const live = process.stdout.isTTY;
  const timer = setInterval(
    () => {
      const arrived = wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
      const filled = Math.round((arrived / wanted.length) * 24);
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(24 - filled)}] `;
      const elapsed = (Date.now() - began) / 1000;
      // npm usually downloads for a third of the time before the first package arrives, and runs scripts at the end.
      const share = 0.35 + (0.6 * arrived) / wanted.length;
      const left = arrived > 0 ? (elapsed / share) * (1 - share) : Math.max(20, 45 - elapsed);
      const text = `${arrived} of ${wanted.length} packages, about ${Math.ceil(left)} s left`;
      process.stdout.write(live ? `\r\x1b[2KInstalling   ${bar}${text}` : `Installing   ${text} ...\n`);
    },
    live ? 500 : 8000,
  );
  return () => {
    clearInterval(timer);
    if (live) process.stdout.write('\r\x1b[2K');
  };
}

/** Returns npm's exit code, the signal that ended it, or why it could not start. */
async function runNpm(args, log) {
  const output = openSync(log, 'w');
  const temporaryCache = createTemporaryCache();
  // With NODE_ENV=production npm would skip what the build and the local database need.
  const { NODE_ENV: _, ...env } = process.env;
  if (temporaryCache) env.npm_config_cache = temporaryCache;
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn'];
  const [command, first] = npmCommand();
  const child = spawn(command, [...first, ...args, ...options], {
    cwd: root,
    env,
    stdio: ['ignore', output, output],
  });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const result = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  process.off('SIGINT', forward).off('SIGTERM', forward);
  closeSync(output);
  if (temporaryCache) rmSync(temporaryCache, { recursive: true, force: true });
  return result;
}

/** A temporary cache folder for npm if the home folder is not writable, else null. */
function createTemporaryCache() {
  if (process.env.npm_config_cache && isWritable(process.env.npm_config_cache)) return null;
  const usual = join(homedir(), '.npm');
  if (isWritable(existsSync(usual) ? usual : homedir())) return null;
  return mkdtempSync(join(tmpdir(), 'npm-cache-'));
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The npm that started this script, else the one on the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && basename(script) === 'npm-cli.js') return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

checkNode();
const [verb, ...args] = process.argv.slice(2);
if (!Object.hasOwn(verbs, verb ?? ''))
  refuse(`Usage: node dev/bootstrap.mjs ${Object.keys(verbs).join(' | ')}`);
await installIfNeeded();
process.chdir(root);
process.argv = [process.argv[0], join(root, verbs[verb]), ...args];
await import('tsx'); // the same as `node --import tsx`: TypeScript can be imported from here on
await import(pathToFileURL(process.argv[1]).href);
