// Lists, opens and deletes import and export files.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { findProgress } from '~/features/jobs/jobs.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import { DAY_MS, HOUR_MS } from '~/lib/time/dates';
import type { AppContext, Statement, StoredFile } from '~/platform/context';
import {
  FILE_RETENTION_DAYS,
  type TransferFile,
  type TransferFormat,
  type TransferJob,
} from './transfer-file';
import {
  deleteFile,
  insertFile,
  isThereAndIdle,
  lockForDeletion,
  lockForWork,
  newestJobOf,
  selectFile,
  selectFiles,
  selectJobsOfFiles,
  selectKnownIds,
  selectOldFiles,
  updateFile,
} from './transfer-files-repo.server';

type Reading = Pick<AppContext, 'db'>;
const GONE = 'This file no longer exists. Files are kept for a week.';
const BUSY = 'A job is using this file. Wait until it finishes, or cancel it.';

const FILES = 'transfer/files/';
const SIDECARS = 'transfer/beside/';

/** Storage key of a file. Never served publicly. */
export const fileKeyOf = (id: string): string => FILES + id;
/**
 * Storage key of data that belongs to a file and is deleted with it: its analysis, the state of an export.
 */
export const sidecarKey = (id: string, name: string): string => `${SIDECARS}${id}/${name}`;

export interface ListedFile extends TransferFile {
  /** Newest first. */
  jobs: TransferJob[];
}

/** Lists files, newest first, with the jobs that used them. */
export async function listFiles({ db }: Reading): Promise<ListedFile[]> {
  const [files, { rows }] = await Promise.all([
    db.read(selectFiles(db.build)),
    db.read(selectJobsOfFiles(db.build, null)),
  ]);
  return files.map((file) => ({ ...file, jobs: rows.filter((job) => job.fileId === file.id) }));
}

/** @throws NotFoundError */
export async function getFile(
  { db }: Reading,
  id: string,
): Promise<ListedFile & { uploadName: string | null }> {
  const [[file], { rows: jobs }] = await Promise.all([
    db.read(selectFile(db.build, id)),
    db.read(selectJobsOfFiles(db.build, id)),
  ]);
  if (!file) throw new NotFoundError(GONE);
  return { ...file, jobs };
}

/** A file with the progress of its newest job. @throws NotFoundError */
export async function getFileWithProgress(ctx: Reading, id: string) {
  const [file, progress] = await Promise.all([getFile(ctx, id), findProgress(ctx, newestJobOf(id))]);
  return { ...file, progress };
}

/** Statement that inserts the row of a file whose bytes are not complete yet. */
export function newFile(
  { db }: Pick<AppContext, 'db'>,
  file: {
    id: string;
    format: TransferFormat;
    origin: 'made' | 'uploaded';
    name: string;
    uploadName: string | null;
  },
  createdBy: string | null,
): Statement<unknown> {
  return insertFile(db.build, { ...file, key: fileKeyOf(file.id), createdBy });
}

/** Statement that updates a file's status, size or contents. */
export function changeFile(
  { db }: Pick<AppContext, 'db'>,
  id: string,
  changes: { status?: 'ready' | 'failed'; bytes?: number; contents?: unknown },
): Statement<unknown> {
  return updateFile(db.build, id, changes);
}

/** Statement that locks a file for a job, or fails with NotFoundError if it was deleted. */
export function lockFileForJob({ db }: Pick<AppContext, 'db'>, id: string): Statement<unknown> {
  return lockForWork(db.build, id);
}

/**
 * Records the download in the audit log, also of parts: a file can be downloaded in ranges.
 * @throws NotFoundError when the file is missing or incomplete; RangeNotSatisfiableError
 */
export async function downloadFile(
  ctx: Pick<AppContext, 'db' | 'files' | 'request'>,
  actor: Actor,
  id: string,
  request: { range?: string | null; ifRange?: string | null },
): Promise<{ file: TransferFile; stored: StoredFile }> {
  const file = await getFile(ctx, id);
  const stored = file.status === 'ready' ? await ctx.files.find(file.key, request) : null;
  if (!stored) throw new NotFoundError(GONE);
  const event = file.format === 'archive' ? 'archive_downloaded' : 'transfer_file_downloaded';
  await ctx.db.write(auditLine(ctx, { event, actorId: actor.userId, subject: file.name, details: { id } }));
  return { file, stored };
}

/** @throws NotFoundError; ConflictError while a job is using it */
export async function removeFile(
  ctx: Pick<AppContext, 'db' | 'files' | 'request' | 'log'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const file = await getFile(ctx, id);
  const event = {
    event: 'transfer_file_deleted',
    actorId: actor.userId,
    subject: file.name,
    details: { id },
  };
  if (await deleteIdle(ctx, file, event)) return;
  await getFile(ctx, id);
  throw new ConflictError(BUSY);
}

/** @returns false without deleting anything if a job is using the file, even one that has just started */
async function deleteIdle(
  ctx: Pick<AppContext, 'db' | 'files' | 'request' | 'log'>,
  file: Parameters<typeof deleteObjects>[1],
  event: Parameters<typeof auditLine>[1],
): Promise<boolean> {
  const { build } = ctx.db;
  const { deleted } = await ctx.db.writeBatch({
    lock: lockForDeletion(build, file.id),
    audit: auditLine(ctx, event, isThereAndIdle(file.id)),
    deleted: deleteFile(build, file.id),
  });
  if (deleted.length === 0) return false;
  await deleteObjects(ctx, file);
  return true;
}

/** Deletes files after a week. @returns the number deleted */
export async function pruneFiles(
  ctx: Pick<AppContext, 'db' | 'files' | 'request' | 'log' | 'clock'>,
): Promise<number> {
  const { db, clock } = ctx;
  const before = new Date(clock.now().getTime() - FILE_RETENTION_DAYS * DAY_MS);
  const old = await db.read(selectOldFiles(db.build, before));
  let pruned = 0;
  for (const file of old) {
    const event = {
      event: 'transfer_file_deleted',
      subject: file.name,
      details: { id: file.id, cause: 'age' },
    };
    if (await deleteIdle(ctx, file, event)) pruned += 1;
  }
  return pruned;
}

/** Longer than the time between storing a file's bytes and inserting its row. */
const GRACE_MS = HOUR_MS;

/**
 * Deletes stored objects without a row, left by a failed insert or deletion. R2 itself aborts unfinished
 * multipart uploads after a week.
 * @returns the number of objects deleted
 */
export async function sweepOrphanedFiles({
  db,
  files,
  clock,
}: Pick<AppContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let swept = 0;
  for (const folder of [FILES, SIDECARS]) {
    const idOf = (key: string) => key.slice(folder.length).split('/')[0] ?? '';
    let after: string | undefined = '';
    while (after !== undefined) {
      const found = await files.list(folder, after);
      after = found.at(-1)?.key;
      const old = found.filter(({ storedAt }) => storedAt.getTime() < before).map(({ key }) => key);
      if (old.length === 0) continue;
      const ids = [...new Set(old.map(idOf))];
      const known = new Set((await db.read(selectKnownIds(db.build, ids))).map(({ id }) => id));
      const orphaned = old.filter((key) => !known.has(idOf(key)));
      await files.delete(orphaned);
      swept += orphaned.length;
    }
  }
  return swept;
}

/** Deletes a file's objects. If the file store is unavailable, `sweepOrphanedFiles` deletes them later. */
async function deleteObjects(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  { id, key, uploadName }: { id: string; key: string; uploadName: string | null },
): Promise<void> {
  try {
    if (uploadName) await files.multipart.abort(key, uploadName);
    const beside = await files.list(sidecarKey(id, ''), '');
    await files.delete([key, ...beside.map((file) => file.key)]);
  } catch (error) {
    log.write({ event: 'failure', where: 'transfer file', reason: String(error) });
  }
}
