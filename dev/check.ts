// `npm run check`: every gate that needs no running product. Prints what failed, in full, and a line per gate.
import { spawn } from 'node:child_process';
import { listOversizedFiles } from './check/file-sizes';
import { projectRoot } from './startup/settings';

interface Gate {
  name: string;
  command: string[];
}

const gates: Gate[] = [
  { name: 'Types', command: ['tsc', '--noEmit', '--project', '.'] },
  { name: 'Lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'Imports',
    command: ['depcruise', '--config', 'tests/architecture/dependency-cruiser.cjs', 'app', 'db', 'dev'],
  },
  { name: 'Unused code', command: ['knip', '--no-progress'] },
];

/** Exit code and output of a tool of node_modules. */
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

const oversized = listOversizedFiles(projectRoot);
const results = await Promise.all(gates.map(async (gate) => ({ gate, ...(await run(gate.command)) })));
let failed = oversized.length > 0 ? 1 : 0;
for (const { gate, code, output } of results) {
  if (code !== 0) {
    failed += 1;
    console.log(output.trim());
  }
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${gate.name}`);
}
for (const line of oversized) console.log(line);
console.log(`${oversized.length === 0 ? 'ok    ' : 'FAILED'} File sizes`);
process.exitCode = failed === 0 ? 0 : 1;
