// Reads wrangler.toml with wrangler, for worker-options.ts. Runs as a separate process, because loading wrangler blocks its process.
// Usage: node write-worker-options.mjs ROOT OUTPUT MADE_FROM
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions as readOptions } from 'wrangler';

const [root, output, madeFrom] = process.argv.slice(2);
// Ignores .dev.vars: the start script reads it, so changing it needs no build.
// The assets folder may not be built yet, but wrangler requires it to exist.
const overrides = { assets: { directory: root } };
const { workerOptions } = readOptions(join(root, 'wrangler.toml'), undefined, { envFiles: [], overrides });
const { modulesRules: _, ...options } = workerOptions;
options.assets.directory = 'build/client';
// Other processes may write it at the same time: the last one wins, and each uses its own temporary file.
const unfinished = `${output}.${process.pid}.new`;
writeFileSync(unfinished, JSON.stringify({ madeFrom, options }, null, 2));
renameSync(unfinished, output);
