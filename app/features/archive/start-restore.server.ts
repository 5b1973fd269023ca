// Asking for an archive to be brought back: only where there is room, or where its owner said that all else may go.
import { startJob } from '~/features/jobs/start-job.server';
import { changeFile, getFile } from '~/features/transfer/transfer-files.server';
import { InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { selectEmptiness } from './archive-repo.server';
import type { Manifest } from './manifest';
import { openArchive, planRestore } from './read-archive.server';
import { firstItem, restoreJob } from './restore-job.server';

/** To be typed by whoever wants a magazine replaced. */
export const REPLACE_WORD = 'replace everything';

const NOT_EMPTY = `The magazine is not empty. To replace all that is in it, type “${REPLACE_WORD}”.`;
const NO_ARCHIVE = 'Only an archive that has arrived can be restored.';

export async function isMagazineEmpty({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await db.read(selectEmptiness(db.build))).rows[0]?.empty ?? false;
}

async function readManifest(ctx: Pick<AppContext, 'files'>, key: string): Promise<Manifest> {
  return (await planRestore(await openArchive(ctx.files, key))).manifest;
}

/** Writes down what an uploaded archive says of itself. @throws InvalidError for one that is damaged or none of ours */
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
 * @param confirmation what was typed; needed where the magazine is not empty
 * @throws InvalidError, NotFoundError, ConflictError while something else runs
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
  const replace = !(await isMagazineEmpty(ctx));
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
