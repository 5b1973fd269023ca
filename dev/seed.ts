// `npm run seed -- --articles N`: adds N generated articles for measurements. Uses the database of a running
// start if there is one.
import { parseArgs } from 'node:util';
import { explainDatabaseError } from './database/explain-error';
import { openLocalDatabase } from './database/open-database';
import { migrate, toMigrationText } from './migrate';
import { runScript } from './startup/lifecycle';
import { bar, Progress } from './startup/progress';
import { Refusal } from './startup/refusal';
import { readSettings } from './startup/settings';

await runScript(async (lifecycle) => {
  const articles = readCount(process.argv.slice(2));
  const settings = readSettings();
  if (settings.environment === 'production')
    throw new Refusal('npm run seed does not run with ENVIRONMENT=production.');
  const progress = new Progress();
  const database = await progress.step('Database', async (say) => {
    const opened = await openLocalDatabase(settings, (line) => progress.line(`             ${line}`), {
      shared: true,
    });
    say(opened.title);
    return opened;
  });
  lifecycle.onEnd('The database', database.stop);
  await progress.step('Migrations', async (say) => {
    say(toMigrationText(await migrate({ url: database.url, onLine: say })));
  });
  await progress.step('Articles', async (say) => {
    const seed = await import('../db/seed/seed-articles');
    const onProgress = (done: number, total: number, what = 'articles') => say(bar(done, total, what));
    try {
      await seed.seedArticles({ databaseUrl: database.url, articles, onProgress });
    } catch (error) {
      throw explainDatabaseError(error, database.url);
    }
    say(`${articles} added`);
  });
});

function readCount(args: string[]): number {
  const usage = 'Usage: npm run seed -- --articles 10000';
  try {
    const { values } = parseArgs({ args, options: { articles: { type: 'string' } } });
    const count = Number(values.articles);
    if (Number.isInteger(count) && count > 0 && count <= 1_000_000) return count;
  } catch {
    // An unknown option. The usage text lists the valid ones.
  }
  throw new Refusal(usage);
}
