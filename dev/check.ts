// `npm run check`: all static checks. Prints one line per check, and the whole output of those that failed.
import { spawn } from 'node:child_process';
import { listExcessCasts } from './check/casts';
import { listRepeatedNames } from './check/exported-names';
import { findFeatureCycle, readFeatureGraph } from './check/feature-cycles';
import { listOversizedFiles } from './check/file-sizes';
import { listMisplacedRules } from './check/style-classes';
import { listForbiddenText, listForbiddenWords } from './check/vocabulary';
import { projectRoot } from './startup/settings';

interface Check {
  name: string;
  command: string[];
}

const checks: Check[] = [
  ...['worker', 'browser', 'node'].map((runtime) => ({
    name: `Types (${runtime})`,
    command: ['tsc', '--noEmit', '--project', `tsconfig.${runtime}.json`],
  })),
  { name: 'Lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'Imports',
    command: ['depcruise', '--config', 'tests/architecture/dependency-cruiser.cjs', 'app', 'db', 'dev'],
  },
  { name: 'Unused code', command: ['knip', '--no-progress'] },
];

/** Runs a tool from node_modules and returns its exit code and output. */
function run([tool = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${tool}`, args, { cwd: projectRoot });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const results = await Promise.all(
  checks.map(async (check) => ({ name: check.name, ...(await run(check.command)) })),
);
const cycle = findFeatureCycle(readFeatureGraph(projectRoot));
const findings = {
  'Feature cycles': cycle ? [`These features import each other: ${cycle.join(' → ')}`] : [],
  Casts: listExcessCasts(projectRoot),
  'Exported names': listRepeatedNames(projectRoot),
  'File sizes': listOversizedFiles(projectRoot),
  Styles: listMisplacedRules(projectRoot),
  Vocabulary: listForbiddenWords(projectRoot),
  'Interface text': listForbiddenText(projectRoot),
};
for (const [name, lines] of Object.entries(findings)) {
  results.push({ name, code: lines.length, output: lines.join('\n') });
}
for (const { name, code, output } of results) {
  if (code !== 0) console.log(output.trim());
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
