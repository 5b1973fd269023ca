// Runs the compilers of a build in separate processes. Their output is in .wrangler/local/build.log (Remix empties build/).
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Refusal } from '../startup/refusal';

export class Compiler {
  private readonly logFile: string;

  /** @param onChild receives each process when it starts, so that a shutdown can end it. */
  constructor(
    private readonly root: string,
    private readonly onChild?: (child: ChildProcess) => void,
    private readonly variables: Record<string, string> = {},
  ) {
    this.logFile = join(buildStateFolder(root), 'build.log');
    writeFileSync(this.logFile, '');
  }

  /** Everything that the compilers have written so far. */
  output(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  async run(packageName: string, command: string, args: string[]): Promise<void> {
    const log = openSync(this.logFile, 'a');
    const script = binOf(packageName, command);
    const env = { ...quietCompilers(this.root), ...this.variables, NODE_ENV: 'production' };
    const child = spawn(process.execPath, [script, ...args], {
      cwd: this.root,
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.onChild?.(child);
    const failure = await new Promise<string | null>((done) => {
      child.once('error', (error) => done(error.message));
      child.once('exit', (code, signal) => done(code === 0 ? null : (signal ?? `exit code ${code}`)));
    });
    if (failure === null) return;
    const end = this.output().trimEnd().split('\n').slice(-60).join('\n');
    throw new Refusal(
      `${end}\nThe build failed (${command} ${args[0]}: ${failure}). Its whole output is in ${this.logFile}.`,
    );
  }
}

/** The folder for files that are neither source nor build output: logs, locks, wrangler's settings. */
export function buildStateFolder(root: string): string {
  const folder = join(root, '.wrangler/local');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The environment for wrangler and Remix: no prompts, no network, and no writes to the home folder, which may be read-only. */
export function quietCompilers(root: string): NodeJS.ProcessEnv {
  const settings = buildStateFolder(root);
  return {
    ...process.env,
    CI: '1',
    NO_COLOR: '1',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_LOG_PATH: join(settings, 'logs'),
    XDG_CONFIG_HOME: settings,
  };
}

/** The script of a package's command; searches for the package's folder, because some packages do not export their package.json. */
export function binOf(packageName: string, command: string): string {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const manifest = join(folder, packageName, 'package.json');
    try {
      const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'));
      return join(dirname(manifest), bin[command] ?? '');
    } catch {
      // not in this folder: look in the one above
    }
  }
  throw new Refusal(`The package ${packageName} is not installed. Delete node_modules and start again.`);
}
