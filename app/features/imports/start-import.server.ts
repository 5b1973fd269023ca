// Asking for another site to be brought in: a look through its file first, then the whole with what was chosen.
import { startJob } from '~/features/jobs/start-job.server';
import { getFile } from '~/features/transfer/transfer-files.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { ImportChoices, type Standing } from './import-choices';
import { BUSY, importJob } from './import-job.server';
import { readSurvey } from './import-steps.server';
import { selectAuthors, selectCategories, selectTags } from './imports-repo.server';

const NOT_READY = 'Only a WordPress or Ghost export that has arrived can be imported.';

/** Categories, tags and authors that the other site's may become. */
export async function listStanding({ db }: Pick<AppContext, 'db'>): Promise<Standing> {
  const [categories, tags, authors] = await Promise.all([
    db.read(selectCategories(db.build)),
    db.read(selectTags(db.build)),
    db.read(selectAuthors(db.build)),
  ]);
  return { categories, tags, authors };
}

/** Changes nothing in the magazine. @throws InvalidError, NotFoundError, ConflictError while somebody looks already */
export async function startLook(ctx: AppContext, actor: { userId: string }, fileId: string): Promise<void> {
  const file = await getImportable(ctx, fileId);
  if (file.jobs.some(({ status }) => status === 'running')) throw new ConflictError(BUSY);
  await startJob(ctx, {
    kind: importJob,
    title: `Look through ${file.name}`,
    input: { mode: 'look', fileId },
    items: [{ key: 'look' }],
    createdBy: actor.userId,
  });
}

/**
 * @param input for `ImportChoices`
 * @throws InvalidError, NotFoundError, ConflictError while something else is brought in
 */
export async function startImport(
  ctx: AppContext,
  actor: { userId: string },
  fileId: string,
  input: unknown,
): Promise<void> {
  const choices = parseInput(ImportChoices, input);
  const file = await getImportable(ctx, fileId);
  await readSurvey(ctx, fileId);
  await startJob(ctx, {
    kind: importJob,
    title: `Import ${file.name}`,
    input: { mode: 'bring', fileId, choices },
    items: [{ key: 'begin' }],
    createdBy: actor.userId,
  });
}

async function getImportable(ctx: Pick<AppContext, 'db'>, fileId: string) {
  const file = await getFile(ctx, fileId);
  if (file.format === 'archive' || file.status !== 'ready') throw new InvalidError(NOT_READY);
  return file;
}
