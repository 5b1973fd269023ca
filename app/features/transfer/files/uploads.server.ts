// Receives uploaded files: in one form request, or in parts if larger than a request may be.
import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import {
  formatOf,
  MAX_FORM_FILE_BYTES,
  MAX_UPLOAD_BYTES,
  type TransferFormat,
  UPLOAD_PART_BYTES,
} from './transfer-file';
import { fileKeyOf, getFile, newFile } from './transfer-files.server';
import { selectParts, updateFile, upsertPart } from './transfer-files-repo.server';

type Uploading = Pick<AppContext, 'db' | 'files' | 'request' | 'log'>;

const UNKNOWN = 'Choose a WordPress export (.xml), a Ghost export (.json) or a site archive (.zip).';
const EMPTY = 'The file is empty.';
const INCOMPLETE = 'Parts of the file are missing. Please upload it again.';
const WRONG_PART = 'This is not a valid part of the file.';
const TOO_LARGE_FOR_A_FORM = 'The file is larger than 20 MB. Turn on JavaScript to upload it in parts.';
const WRONG_CONTENT = 'The file does not match its extension. ';

const UploadStart = z.object({
  name: z.string().trim().min(1, 'The file has no name').max(200, 'The name of the file is too long'),
  size: z
    .number('The file has no size')
    .int()
    .min(1, EMPTY)
    .max(MAX_UPLOAD_BYTES, 'The file is too large. The limit is 80 GB'),
});

function formatOrRefuse(name: string): TransferFormat {
  const format = formatOf(name);
  if (!format) throw InvalidError.at('file', UNKNOWN);
  return format;
}

/** @throws InvalidError for a file that cannot be imported */
export async function receiveFile(
  ctx: Uploading,
  actor: Actor,
  given: { name: string; bytes: Uint8Array },
): Promise<string> {
  const { name } = parseInput(UploadStart, { name: given.name, size: given.bytes.length });
  const format = formatOrRefuse(name);
  if (given.bytes.length > MAX_FORM_FILE_BYTES) throw new InvalidError(TOO_LARGE_FOR_A_FORM);
  checkStart(format, given.bytes);
  const id = crypto.randomUUID();
  await ctx.files.put(fileKeyOf(id), given.bytes, 'application/octet-stream');
  const event = { event: 'transfer_file_uploaded', actorId: actor.userId, subject: name, details: { id } };
  await ctx.db.write(
    newFile(ctx, { id, format, origin: 'uploaded', name, uploadName: null }, actor.userId),
    updateFile(ctx.db.build, id, { status: 'ready', bytes: given.bytes.length }),
    auditLine(ctx, event),
  );
  return id;
}

/** @throws InvalidError */
export async function beginUpload(
  ctx: Uploading,
  actor: Actor,
  input: unknown,
): Promise<{ id: string; partBytes: number }> {
  const { name } = parseInput(UploadStart, input);
  const format = formatOrRefuse(name);
  const id = crypto.randomUUID();
  const uploadName = await ctx.files.multipart.begin(fileKeyOf(id), 'application/octet-stream');
  await ctx.db.write(newFile(ctx, { id, format, origin: 'uploaded', name, uploadName }, actor.userId));
  return { id, partBytes: UPLOAD_PART_BYTES };
}

/** Stores a part, replacing an earlier upload of it. @throws InvalidError, NotFoundError, ConflictError */
export async function receivePart(
  ctx: Uploading,
  id: string,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  const isPart = Number.isInteger(number) && number >= 1 && number <= 10_000;
  if (!isPart || bytes.length === 0 || bytes.length > UPLOAD_PART_BYTES) throw new InvalidError(WRONG_PART);
  const file = await getFile(ctx, id);
  if (file.status !== 'arriving' || !file.uploadName)
    throw new ConflictError('This file is already complete.');
  if (number === 1) checkStart(file.format, bytes);
  const { etag } = await ctx.files.multipart.put(file.key, file.uploadName, number, bytes);
  await ctx.db.write(upsertPart(ctx.db.build, { fileId: id, number, etag, bytes: bytes.length }));
}

/** Completes the upload once all parts are stored. Idempotent. @throws InvalidError, NotFoundError */
export async function finishUpload(ctx: Uploading, actor: Actor, id: string, size: number): Promise<void> {
  const file = await getFile(ctx, id);
  if (file.status === 'ready') return;
  const parts = await ctx.db.read(selectParts(ctx.db.build, id));
  const isWhole = parts.every(({ number, bytes }, i) => {
    return number === i + 1 && (bytes === UPLOAD_PART_BYTES || i === parts.length - 1);
  });
  const arrived = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (!file.uploadName || parts.length === 0 || !isWhole || arrived !== size)
    throw new InvalidError(INCOMPLETE);
  if ((await ctx.files.measure(file.key)) !== arrived)
    await ctx.files.multipart.finish(file.key, file.uploadName, parts);
  const event = {
    event: 'transfer_file_uploaded',
    actorId: actor.userId,
    subject: file.name,
    details: { id },
  };
  await ctx.db.write(
    updateFile(ctx.db.build, id, { status: 'ready', bytes: arrived, uploadName: null }),
    auditLine(ctx, event),
  );
}

const STARTS: Record<TransferFormat, { pattern: RegExp; hint: string }> = {
  wordpress: {
    pattern: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|rss|!--)/,
    hint: 'A WordPress export is an XML file.',
  },
  ghost: { pattern: /^(?:\xef\xbb\xbf)?\s*\{/, hint: 'A Ghost export is a JSON file.' },
  archive: { pattern: /^PK/, hint: 'An archive is a ZIP file.' },
};

/** Rejects a wrong format with the first part, before the whole file is uploaded. */
function checkStart(format: TransferFormat, bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 400));
  const { pattern, hint } = STARTS[format];
  if (!pattern.test(start)) throw new InvalidError(WRONG_CONTENT + hint);
}
