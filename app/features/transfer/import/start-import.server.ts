// Starts the analysis of an import file, and the import itself.
import { getJob } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import { InvalidError, JobRunningError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { getFile } from '../files/transfer-files.server';
import { type ExistingTerms, ImportChoices } from './import-choices';
import { BUSY, importJob } from './import-job.server';
import { readSurvey } from './import-steps.server';
import { selectAuthors, selectCategories, selectTags } from './imports-repo.server';

const NOT_READY = 'Only a completely uploaded WordPress or Ghost export can be imported.';

/** The categories, tags and authors that imported ones can map to. */
export async function listExistingTerms({ db }: Pick<AppContext, 'db'>): Promise<ExistingTerms> {
  const [categories, tags, authors] = await Promise.all([
    db.read(selectCategories(db.build)),
    db.read(selectTags(db.build)),
    db.read(selectAuthors(db.build)),
  ]);
  return { categories, tags, authors };
}

/**
 * Analyzes the file; changes no content. @throws InvalidError; NotFoundError; JobRunningError while a job is
 * using the file
 */
export async function startAnalysis(
  ctx: AppContext,
  actor: { userId: string },
  fileId: string,
): Promise<void> {
  const file = await getImportable(ctx, fileId);
  const running = file.jobs.find(({ status }) => status === 'running');
  if (running) {
    const { id, createdByName } = await getJob(ctx, running.id);
    throw new JobRunningError(BUSY, { id, input: { fileId }, startedBy: createdByName });
  }
  await startJob(ctx, {
    kind: importJob,
    title: `Analyze ${file.name}`,
    input: { mode: 'look', fileId },
    items: [{ key: 'look' }],
    createdBy: actor.userId,
  });
}

/**
 * @param input for `ImportChoices`
 * @throws InvalidError; NotFoundError; JobRunningError while another import or a restore is running
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
