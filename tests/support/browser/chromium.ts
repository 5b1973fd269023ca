// Finds the browser for the end-to-end tests: `CHROME`, one on the PATH, or one that it installs. It prefers
// the headless shell, which opens no windows and needs little more than half the time.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Those that have windows and tabs. */
const COMPLETE = NAMES.filter((name) => !name.includes('headless-shell'));
const HELP =
  'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) and run again, or set CHROME to its path.';

/** Path of an executable Chromium. @throws Error with installation instructions */
export function findChromium(): string {
  const named = process.env.CHROME;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME names ${named}, which does not exist. ${HELP}`);
  }
  return onPath() ?? downloaded() ?? install();
}

/** Path of a Chromium with windows and tabs; undefined if only the headless shell is installed. */
export const findCompleteChromium = (): string | undefined => onPath(COMPLETE);

function onPath(names = NAMES): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser that `playwright-core install` downloaded, if any. */
function downloaded(): string | undefined {
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

function install(): string {
  console.log('Installing Chromium for the end-to-end tests');
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  try {
    if (isRootOnDebian) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
      execFileSync('apt-get', ['install', '-y', '-q', 'chromium-headless-shell'], { stdio: 'ignore', env });
    } else {
      execFileSync(
        process.execPath,
        ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell'],
        {
          stdio: 'ignore',
        },
      );
    }
  } catch {
    throw new Error(HELP);
  }
  const found = onPath() ?? downloaded();
  if (!found) throw new Error(HELP);
  return found;
}
