// Has wrangler read wrangler.toml for worker-options.ts. A process of its own, because loading wrangler blocks the one that does it.
// Usage: node write-worker-options.mjs ROOT OUTPUT MADE_FROM
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions as readOptions } from 'wrangler';

const [root, output, madeFrom] = process.argv.slice(2);
// No .dev.vars here: the start reads it itself, so that a change of it needs no build.
// The folder of assets may not be built yet, and wrangler insists on one that is there.
const overrides = { assets: { directory: root } };
const { workerOptions } = readOptions(join(root, 'wrangler.toml'), undefined, { envFiles: [], overrides });
const { modulesRules: _, ...options } = workerOptions;
options.assets.directory = 'build/client';
// Others may be writing it at this moment: the last one wins, and no process deletes a file that another one is writing.
const unfinished = `${output}.${process.pid}.new`;
writeFileSync(unfinished, JSON.stringify({ madeFrom, options }, null, 2));
renameSync(unfinished, output);
