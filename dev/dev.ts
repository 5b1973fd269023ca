// `npm run dev`: serves the site with hot reload. Vite runs in Node; database, gateway and images are those
// of `npm start`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { binOf, quietCompilers } from './build/compiler';
import { guardAgainstOrphan } from './orphan-guard';
import { type Lifecycle, runScript } from './startup/lifecycle';
import { prepare } from './startup/prepare';
import { Progress } from './startup/progress';
import { checkPortIsFree, projectRoot, readSettings, type StartSettings } from './startup/settings';
import { waitUntilHealthy } from './startup/wait-until-healthy';
import { welcome } from './startup/welcome';

await runScript(
  async (lifecycle) => {
    const began = Date.now();
    const settings = readSettings();
    await checkPortIsFree(settings.port, settings.host);
    const progress = new Progress({ lanes: [{ Database: 4, Migrations: 2, Demo: 22 }], last: { Vite: 6 } });
    const { vars, hasDemo } = await prepare(settings, progress, lifecycle);
    await progress.step('Vite', async (say) => {
      startVite(settings, vars, lifecycle);
      await waitUntilHealthy(new URL(`http://localhost:${settings.port}`), say);
      say('ready');
    });
    progress.line(welcome(settings, hasDemo, Date.now() - began));
  },
  { stays: true },
);

/** dev/vite-context.ts reads both variables: the worker's settings, and the folder of the images. */
function startVite(
  { port, host, dataDir }: StartSettings,
  vars: Record<string, string>,
  lifecycle: Lifecycle,
): void {
  const env = {
    ...quietCompilers(projectRoot),
    LOCAL_VARS: JSON.stringify(vars),
    LOCAL_STATE: join(dataDir, 'state/v3'),
  };
  const args = ['vite:dev', '--port', String(port), '--strictPort', '--host', host];
  const child = spawn(process.execPath, [binOf('@remix-run/dev', 'remix'), ...args], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  const liftGuard = child.pid ? guardAgainstOrphan(child.pid, 'TERM') : () => {};
  child.once('exit', (code) => lifecycle.failSoon(`Vite ended unexpectedly (exit code ${code}).`));
  lifecycle.onEnd('Vite', async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await exited;
    liftGuard();
  });
}
