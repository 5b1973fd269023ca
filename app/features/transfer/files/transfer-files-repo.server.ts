// SQL for import and export files.
import { profiles, users } from 'db/schema/accounts';
import { jobs } from 'db/schema/jobs';
import { transferFiles, transferParts } from 'db/schema/transfers';
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { TransferJob } from './transfer-file';

const MAX_LISTED = 100;

const columns = {
  id: transferFiles.id,
  format: transferFiles.format,
  origin: transferFiles.origin,
  name: transferFiles.name,
  key: transferFiles.key,
  bytes: transferFiles.bytes,
  status: transferFiles.status,
  uploadName: transferFiles.uploadName,
  contents: transferFiles.contents,
  createdByName: sql<string | null>`coalesce(nullif(${profiles.fullName}, ''), ${users.email})`,
  createdAt: transferFiles.createdAt,
};

const selectWhole = (build: Build) =>
  build
    .select(columns)
    .from(transferFiles)
    .leftJoin(users, eq(users.id, transferFiles.createdBy))
    .leftJoin(profiles, eq(profiles.userId, transferFiles.createdBy));

/** Newest first. */
export function selectFiles(build: Build) {
  return selectWhole(build).orderBy(desc(transferFiles.createdAt), desc(transferFiles.id)).limit(MAX_LISTED);
}

export function selectFile(build: Build, id: string) {
  return selectWhole(build).where(eq(transferFiles.id, id));
}

export function insertFile(build: Build, row: typeof transferFiles.$inferInsert & { id: string }) {
  return build.insert(transferFiles).values(row);
}

export function updateFile(
  build: Build,
  id: string,
  changes: Partial<Pick<typeof transferFiles.$inferInsert, 'status' | 'bytes' | 'contents' | 'uploadName'>>,
) {
  return build
    .update(transferFiles)
    .set(changes)
    .where(eq(transferFiles.id, id))
    .returning({ id: transferFiles.id });
}

const isIdle = sql`not exists (select 1 from ${jobs} j
  where j.status = 'running' and j.input ->> 'fileId' = ${transferFiles.id}::text)`;

/** Part of a transaction that starts a job on a file. @throws NotFoundError */
export function lockForWork(build: Build, id: string) {
  return build.execute(sql`select lock_transfer_file(${id}::uuid)`);
}

/** First statement of a deletion: waits for concurrent job starts, so that it sees their job. */
export function lockForDeletion(build: Build, id: string) {
  return build.execute(sql`select 1 from ${transferFiles} where id = ${id}::uuid for update`);
}

export const isThereAndIdle = (id: string) =>
  sql`exists (select 1 from ${transferFiles} where ${transferFiles.id} = ${id}::uuid and ${isIdle})`;

/** Returns no row if the file does not exist or a job is using it. */
export function deleteFile(build: Build, id: string) {
  return build
    .delete(transferFiles)
    .where(and(eq(transferFiles.id, id), isIdle))
    .returning({ id: transferFiles.id });
}

/** Replaces a part that is uploaded again. */
export function upsertPart(build: Build, part: typeof transferParts.$inferInsert) {
  return build
    .insert(transferParts)
    .values(part)
    .onConflictDoUpdate({
      target: [transferParts.fileId, transferParts.number],
      set: { etag: part.etag, bytes: part.bytes },
    });
}

export function selectParts(build: Build, fileId: string) {
  return build
    .select({ number: transferParts.number, etag: transferParts.etag, bytes: transferParts.bytes })
    .from(transferParts)
    .where(eq(transferParts.fileId, fileId))
    .orderBy(asc(transferParts.number));
}

export type FileJobRow = Record<string, unknown> & TransferJob & { fileId: string };

/** Condition: job `j` used the given file, or any for null. */
const workedOn = (fileId: string | null) => sql`
  j.kind in ('import', 'export', 'restore')
    and (${fileId}::text is null or j.input ->> 'fileId' = ${fileId}::text)`;
const NEWEST = sql`order by j.created_at desc, j.id desc`;

/** Jobs that used a file, or any file for null; newest first. */
export function selectJobsOfFiles(build: Build, fileId: string | null) {
  return build.execute<FileJobRow>(sql`
    select j.id, j.kind, j.status, j.reason, j.result, j.input ->> 'mode' as mode, j.input ->> 'fileId' as "fileId"
    from ${jobs} j where ${workedOn(fileId)} ${NEWEST} limit 500`);
}

/** Subquery for the id of the last job that used a file. */
export const newestJobOf = (fileId: string) =>
  sql`select j.id from ${jobs} j where ${workedOn(fileId)} ${NEWEST} limit 1`;

/** Files created before the given time that no job is using. */
export function selectOldFiles(build: Build, before: Date) {
  return build
    .select({
      id: transferFiles.id,
      key: transferFiles.key,
      uploadName: transferFiles.uploadName,
      name: transferFiles.name,
    })
    .from(transferFiles)
    .where(and(lt(transferFiles.createdAt, before), isIdle))
    .limit(50);
}

/** Which of the ids exist. Compares as text, because the ids come from storage keys and may be anything. */
export function selectKnownIds(build: Build, ids: readonly string[]) {
  const isOne = sql`${transferFiles.id}::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  return build.select({ id: transferFiles.id }).from(transferFiles).where(isOne);
}
