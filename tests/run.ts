// `npm test`: every gate and every test, and how many of them passed in the last line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildIfNeeded } from 'dev/build/run';
import { projectRoot } from 'dev/startup/settings';
import { findChromium } from './support/chromium';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** A paragraph for each failure: where, and what was said. */
  failures: string[];
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

const PROJECTS = ['unit', 'integration', 'e2e'];
/** `npm run bad-days`. */
const BAD_DAYS = 'bad-days';
/** `npm test -- unit` runs that project alone, without the gates. */
const chosen = process.argv.slice(2).filter((name) => [...PROJECTS, BAD_DAYS].includes(name));
const projects = chosen.length > 0 ? chosen : PROJECTS;

let isStopped = false;

function run(command: string, args: string[], env = process.env): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    // From a terminal, Ctrl-C reaches the child by itself; from anywhere else, only this process.
    const stop = (signal: NodeJS.Signals) => {
      isStopped = true;
      child.kill(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.on('error', () => resolve(1));
    child.on('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}

async function runGates(): Promise<Count> {
  const code = await run('tsx', ['dev/check.ts']);
  const failures = code === 0 ? [] : ['npm run check failed: its words stand at the beginning'];
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures };
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
  if (code !== 0 && count.failed === 0) {
    count.failed = 1;
    count.failures.push(`${project}: the run broke down outside of its tests (exit code ${code})`);
  }
  return count;
}

function readReport(file: string): Count {
  try {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: failuresOf(report),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['a run left no report'] };
  }
}

/** What failed, test by test; of a file whose tests could not begin, the reason of that. */
function failuresOf(report: Report): string[] {
  return report.testResults.flatMap((file) => {
    const where = relative(projectRoot, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [`${where}\n${file.message}`] : [];
    return failed.map((test) => [`${where} > ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'));
  });
}

const total: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
const add = (count: Count) => {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  total.failures.push(...count.failures);
};

const env = { ...process.env };
if (projects.includes('e2e')) env.CHROME = findChromium();
const leaveIfStopped = () => isStopped && process.exit(130);
if (chosen.length === 0) add(await runGates());
leaveIfStopped();
await buildIfNeeded({ onLine: (line) => console.log(line) });
for (const project of projects) {
  add(await runProject(project, env));
  leaveIfStopped();
}
// Once more at the end: who reads a long log begins there, and may have nothing but its last lines.
for (const failure of total.failures) console.log(`\nFAILED ${failure.slice(0, 6_000)}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
