// Everything one can do with files that bring a magazine in or take it out.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { findProgress } from '~/features/jobs/jobs.server';
import { DAY_MS, HOUR_MS } from '~/lib/days';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement, StoredFile } from '~/platform/context';
import { KEPT_DAYS, type TransferFile, type TransferFormat, type TransferJob } from './transfer-file';
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
const GONE = 'There is no such file any more. Files are kept for a week.';
const BUSY = 'A job works on this file: wait for its end, or cancel it.';

const FILES = 'transfer/files/';
const BESIDE = 'transfer/beside/';

/** Where the bytes lie. Readers are never served from there. */
export const keyOf = (id: string): string => FILES + id;
/** What belongs to a file and goes with it: a look through it, how far an export has come. */
export const besideKey = (id: string, name: string): string => `${BESIDE}${id}/${name}`;

export interface ListedFile extends TransferFile {
  /** Newest first. */
  jobs: TransferJob[];
}

/** Newest first, with the jobs that worked on them. */
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

/** A file, and how far the newest job is that works on it, or did. @throws NotFoundError */
export async function getFileAtWork(ctx: Reading, id: string) {
  const [file, progress] = await Promise.all([getFile(ctx, id), findProgress(ctx, newestJobOf(id))]);
  return { ...file, progress };
}

/** The statement that writes a new file down, while its bytes are still to come. */
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
  return insertFile(db.build, { ...file, key: keyOf(file.id), createdBy });
}

/** The statement that says what became of it. */
export function changeFile(
  { db }: Pick<AppContext, 'db'>,
  id: string,
  changes: { status?: 'ready' | 'failed'; bytes?: number; contents?: unknown },
): Statement<unknown> {
  return updateFile(db.build, id, changes);
}

/** Of a transaction that begins work on a file: refuses, as NotFoundError, when it is gone. */
export function holdFile({ db }: Pick<AppContext, 'db'>, id: string): Statement<unknown> {
  return lockForWork(db.build, id);
}

/** @throws NotFoundError when it is not there, or not whole yet */
export async function openFile(
  ctx: Pick<AppContext, 'db' | 'files'>,
  id: string,
  request: { range?: string | null; ifRange?: string | null },
): Promise<{ file: TransferFile; stored: StoredFile }> {
  const file = await getFile(ctx, id);
  const stored = file.status === 'ready' ? await ctx.files.find(file.key, request) : null;
  if (!stored) throw new NotFoundError(GONE);
  return { file, stored };
}

/** @throws NotFoundError, ConflictError while a job works on it */
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

/** @returns false, and leaves the bytes alone, where a job works on the file, though it may only just have begun */
async function deleteIdle(
  ctx: Pick<AppContext, 'db' | 'files' | 'request' | 'log'>,
  file: Parameters<typeof forget>[1],
  event: Parameters<typeof auditLine>[1],
): Promise<boolean> {
  const { build } = ctx.db;
  const [, , deleted] = await ctx.db.write(
    lockForDeletion(build, file.id),
    auditLine(ctx, event, isThereAndIdle(file.id)),
    deleteFile(build, file.id),
  );
  if (deleted.length === 0) return false;
  await forget(ctx, file);
  return true;
}

/** A week after they came, files go. @returns how many */
export async function pruneFiles(
  ctx: Pick<AppContext, 'db' | 'files' | 'request' | 'log' | 'clock'>,
): Promise<number> {
  const { db, clock } = ctx;
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
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

/** Longer than a file's bytes may be there before its row. */
const GRACE_MS = HOUR_MS;

/**
 * Takes away bytes without a row: of an upload whose row could not be written, of a deletion while the store was away.
 * Parts of uploads that were never ended are the store's to forget, after a week.
 * @returns how many files of the store
 */
export async function sweepLostFiles({
  db,
  files,
  clock,
}: Pick<AppContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let swept = 0;
  for (const folder of [FILES, BESIDE]) {
    const idOf = (key: string) => key.slice(folder.length).split('/')[0] ?? '';
    let after: string | undefined = '';
    while (after !== undefined) {
      const found = await files.list(folder, after);
      after = found.at(-1)?.key;
      const old = found.filter(({ storedAt }) => storedAt.getTime() < before).map(({ key }) => key);
      if (old.length === 0) continue;
      const ids = [...new Set(old.map(idOf))];
      const known = new Set((await db.read(selectKnownIds(db.build, ids))).map(({ id }) => id));
      const lost = old.filter((key) => !known.has(idOf(key)));
      await files.delete(lost);
      swept += lost.length;
    }
  }
  return swept;
}

/** Should the store be away, `sweepLostFiles` takes away what is left. */
async function forget(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  { id, key, uploadName }: { id: string; key: string; uploadName: string | null },
): Promise<void> {
  try {
    if (uploadName) await files.inParts.abort(key, uploadName);
    const beside = await files.list(besideKey(id, ''), '');
    await files.delete([key, ...beside.map((file) => file.key)]);
  } catch (error) {
    log.write({ event: 'failure', where: 'transfer file', reason: String(error) });
  }
}
