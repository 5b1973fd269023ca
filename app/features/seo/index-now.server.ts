// Tells search engines about pages that appeared, moved or disappeared (https://www.indexnow.org/documentation).
import { SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import { readSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import {
  type ClaimedPath,
  claimPaths,
  deletePaths,
  postponePaths,
  selectIsAnyDue,
} from './index-now-repo.server';

/** This endpoint shares submissions with all participating search engines. */
const ENDPOINT = new URL('https://api.indexnow.org/indexnow');
/** The protocol's limit per request. */
const MAX_URLS = 10_000;
const TIMEOUT_MS = 10_000;
const KEY_FILE = '/indexnow-key.txt';

/** Delays after failed attempts, in seconds. After the last one, the paths are dropped. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600];

/** The key file, which proves that submissions come from this site. @throws NotFoundError without a key */
export async function getKeyFile(ctx: Pick<AppContext, 'db' | 'page'>): Promise<string> {
  ctx.page.tag(SITE_LAYOUT_TAG);
  const { indexNowKey } = await readSiteSettings(ctx);
  if (indexNowKey === '') throw new NotFoundError('There is no IndexNow key.');
  return indexNowKey;
}

/** Cron task: queues a submission if changed paths are waiting. @returns the number of messages */
export async function queueIndexNow({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<number> {
  const { rows } = await db.read(selectIsAnyDue(db.build));
  if (!rows[0]?.due) return 0;
  await queue.send([{ v: 1, type: 'index-now' }]);
  return 1;
}

/** Submits the paths that are due, each change once. */
export async function submitPaths(
  ctx: Pick<AppContext, 'db' | 'config' | 'publicFetch' | 'log'>,
): Promise<void> {
  const { db, log } = ctx;
  const { indexNowKey } = await readSiteSettings(ctx);
  const { rows } = await db.writeOne(claimPaths(db.build, MAX_URLS));
  if (rows.length === 0) return;
  if (indexNowKey === '') return void (await db.write(deletePaths(db.build, rows)));
  const { status, reason } = await submit(ctx, indexNowKey, rows);
  if (status >= 200 && status < 300) {
    await db.write(deletePaths(db.build, rows));
    log.write({ event: 'index_now_submitted', paths: rows.length });
    return;
  }
  log.write({ event: 'index_now_failed', paths: rows.length, status, ...(reason && { reason }) });
  // Retrying does not help with other errors, such as a wrong key.
  const isTemporary = status >= 500 || status === 429;
  if (isTemporary) await db.write(...postponePaths(db.build, rows, DELAYS));
  else await db.write(deletePaths(db.build, rows));
}

/** @returns the status of the response; 503 and the reason if there is none */
async function submit(
  { config, publicFetch }: Pick<AppContext, 'config' | 'publicFetch'>,
  key: string,
  paths: readonly ClaimedPath[],
): Promise<{ status: number; reason?: string }> {
  const { siteUrl } = config;
  const body = JSON.stringify({
    host: new URL(siteUrl).host,
    key,
    keyLocation: siteUrl + KEY_FILE,
    urlList: paths.map(({ path }) => siteUrl + path),
  });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await publicFetch.post(ENDPOINT, { body, headers: {}, signal });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { status: 503, reason: String(error) };
  }
}
