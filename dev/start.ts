// `npm start`: builds and serves the site on this machine as it runs in production, including its database.
import { buildIfNeeded } from './build/run';
import { startWorker } from './miniflare';
import { runScript } from './startup/lifecycle';
import { listenOnBothLoopbacks } from './startup/on-both-loopbacks';
import { prepare } from './startup/prepare';
import { Progress } from './startup/progress';
import { checkPortIsFree, readSettings } from './startup/settings';
import { waitUntilHealthy } from './startup/wait-until-healthy';
import { welcome } from './startup/welcome';
import { startClock } from './ticking';

await runScript(
  async (lifecycle) => {
    const began = Date.now();
    const settings = readSettings();
    const { port, host, dataDir } = settings;
    await checkPortIsFree(port, host);
    // Measured on two cores. Only the demo's images and the build report their progress, which corrects the estimate.
    const progress = new Progress({
      lanes: [{ Build: 45 }, { Database: 4, Migrations: 2, Demo: 30 }],
      last: { Worker: 3 },
    });
    // Build and database do not depend on each other: on two cores both take as long as the slower one.
    const build = progress.step('Build', async (say) => {
      const done = await buildIfNeeded({
        kind: 'start',
        onLine: say,
        onChild: (child) => void lifecycle.onEnd('The build', () => child.kill()),
      });
      say(done ? 'built' : 'up to date');
    });
    const [{ vars, hasDemo }] = await Promise.all([prepare(settings, progress, lifecycle), build]);
    await progress.step('Worker', async (say) => {
      const worker = await startWorker({ port, host, dataDir, vars });
      lifecycle.onEnd('The worker', worker.dispose);
      void worker.crashed.then((how) =>
        lifecycle.failSoon(`workerd ended unexpectedly (${how}); see ${dataDir}/logs/worker.log.`),
      );
      if (host === 'localhost') lifecycle.onEnd('The second address', await listenOnBothLoopbacks(port));
      await waitUntilHealthy(worker.url, say);
      lifecycle.onEnd('The clock', startClock(worker.fireCron));
      say('ready');
    });
    progress.line(welcome(settings, hasDemo, Date.now() - began));
  },
  { stays: true },
);
