// `npm test`: every gate and every test, and how many of them passed in the last line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from 'dev/build/run';
import { projectRoot } from 'dev/startup/settings';
import { findChromium } from './support/chromium';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const PROJECTS = ['unit', 'integration', 'e2e'];
/** `npm test -- unit` runs that project alone, without the gates. */
const chosen = process.argv.slice(2).filter((name) => PROJECTS.includes(name));
const projects = chosen.length > 0 ? chosen : PROJECTS;

function run(command: string, args: string[], env = process.env): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function runGates(): Promise<Count> {
  const code = await run('tsx', ['dev/check.ts']);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function runProject(project: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'magazine-report-'));
  const report = join(folder, 'report.json');
  const config = ['run', '--config', 'tests/vitest.config.ts', '--project', project];
  const code = await run(
    'vitest',
    [...config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  );
  const count = readReport(report);
  rmSync(folder, { recursive: true, force: true });
  // A run that broke down outside of any test must not look like a success.
  if (code !== 0 && count.failed === 0) count.failed = 1;
  return count;
}

function readReport(file: string): Count {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const add = (count: Count) => {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
};

const env = { ...process.env };
if (projects.includes('e2e')) env.CHROME = findChromium();
if (chosen.length === 0) add(await runGates());
await buildIfNeeded({ onLine: (line) => console.log(line) });
for (const project of projects) add(await runProject(project, env));
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
