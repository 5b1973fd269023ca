// `npm test`: runs every check and test, and prints the totals in the last line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildIfNeeded } from 'dev/build/run';
import { projectRoot } from 'dev/startup/settings';
import { findChromium } from './support/browser/chromium';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** One paragraph per failure: the test and its message. */
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
/** `npm run faults`. */
const FAULTS = 'faults';
/** `npm test -- unit` runs only that project, without the checks. */
const chosen = process.argv.slice(2).filter((name) => [...PROJECTS, FAULTS].includes(name));
const projects = chosen.length > 0 ? chosen : PROJECTS;

let isStopped = false;

function run(command: string, args: string[], env = process.env): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    // In a terminal, Ctrl-C also reaches the child; elsewhere the signal reaches only this process.
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

async function runChecks(): Promise<Count> {
  const code = await run('tsx', ['dev/check.ts']);
  const failures = code === 0 ? [] : ['npm run check failed: see its output at the beginning'];
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
  // A run that fails outside of a test must not be reported as a success.
  if (code !== 0 && count.failed === 0) {
    count.failed = 1;
    count.failures.push(`${project}: the run failed outside of its tests (exit code ${code})`);
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
    return { passed: 0, failed: 1, skipped: 0, failures: ['a run wrote no report'] };
  }
}

/** Failed tests with their messages; for a file that failed to load, its error. */
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
const exitIfStopped = () => isStopped && process.exit(130);
// Each leaves a core idle most of the time.
const [checks] = await Promise.all([
  chosen.length === 0 ? runChecks() : null,
  buildIfNeeded({ onLine: (line) => console.log(line) }),
]);
if (checks) add(checks);
exitIfStopped();
for (const project of projects) {
  add(await runProject(project, env));
  exitIfStopped();
}
// Repeated at the end, where readers of a long log start.
for (const failure of total.failures) console.log(`\nFAILED ${failure.slice(0, 6_000)}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
