// Starts a restore: only on an empty site, or after an administrator confirmed that existing content is
// replaced.
import { startJob } from '~/features/jobs/start-job.server';
import { InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { Manifest } from '../export/manifest';
import { changeFile, getFile } from '../files/transfer-files.server';
import { openArchive, planRestore } from './read-archive.server';
import { firstItem, restoreJob } from './restore-job.server';
import { selectEmptiness } from './restore-repo.server';

/** Must be typed to replace existing content. */
export const REPLACE_WORD = 'replace everything';

const NOT_EMPTY = `The site is not empty. To replace all its content, type “${REPLACE_WORD}”.`;
const NO_ARCHIVE = 'Only a completely uploaded archive can be restored.';

export async function isSiteEmpty({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await db.read(selectEmptiness(db.build))).rows[0]?.empty ?? false;
}

async function readManifest(ctx: Pick<AppContext, 'files'>, key: string): Promise<Manifest> {
  return (await planRestore(await openArchive(ctx.files, key))).manifest;
}

/**
 * Stores the manifest of an uploaded archive in its row. @throws InvalidError for an archive that is damaged
 * or not from this software
 */
export async function inspectArchive(ctx: Pick<AppContext, 'db' | 'files'>, fileId: string): Promise<void> {
  const { key } = await getFile(ctx, fileId);
  try {
    const contents = await readManifest(ctx, key);
    await ctx.db.write(changeFile(ctx, fileId, { contents }));
  } catch (error) {
    if (error instanceof InvalidError)
      await ctx.db.write(changeFile(ctx, fileId, { status: 'failed', contents: { reason: error.message } }));
    throw error;
  }
}

/**
 * @param confirmation the typed text; required if the site is not empty
 * @throws InvalidError; NotFoundError; JobRunningError while another import, export or restore is running
 */
export async function startRestore(
  ctx: AppContext,
  actor: { userId: string },
  fileId: string,
  confirmation: string,
): Promise<void> {
  const file = await getFile(ctx, fileId);
  if (file.format !== 'archive' || file.status !== 'ready') throw new InvalidError(NO_ARCHIVE);
  await readManifest(ctx, file.key);
  const replace = !(await isSiteEmpty(ctx));
  if (replace && confirmation.trim().toLowerCase().replace(/\s+/g, ' ') !== REPLACE_WORD)
    throw InvalidError.at('confirmation', NOT_EMPTY);
  await startJob(ctx, {
    kind: restoreJob,
    title: `Restore ${file.name}`,
    input: { fileId, replace },
    items: [firstItem(replace)],
    createdBy: actor.userId,
  });
}
