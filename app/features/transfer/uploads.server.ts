// Files that editors bring: whole in a form, or in parts where they are larger than a request may be.
import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import {
  formatOf,
  LARGEST_FORM_FILE,
  LARGEST_UPLOAD,
  type TransferFormat,
  UPLOAD_PART_BYTES,
} from './transfer-file';
import { getFile, keyOf, newFile } from './transfer-files.server';
import { selectParts, updateFile, upsertPart } from './transfer-files-repo.server';

type Uploading = Pick<AppContext, 'db' | 'files' | 'request' | 'log'>;

const UNKNOWN =
  'Choose an export of WordPress (.xml), an export of Ghost (.json), or an archive that this magazine made (.zip).';
const EMPTY = 'The file is empty.';
const INCOMPLETE = 'Some parts of the file have not arrived. Please upload it again.';
const WRONG_PART = 'This is no part of the file.';
const TOO_LARGE_FOR_A_FORM = 'The file is larger than 20 MB: turn on JavaScript, which uploads it in parts.';
const NOT_WHAT_IT_SAYS = 'The file is not what its name says. ';

const Announced = z.object({
  name: z.string().trim().min(1, 'The file has no name').max(200, 'The name of the file is too long'),
  size: z
    .number('The file has no size')
    .int()
    .min(1, EMPTY)
    .max(LARGEST_UPLOAD, 'The file is too large: 80 GB can be brought in at once'),
});

function formatOrRefuse(name: string): TransferFormat {
  const format = formatOf(name);
  if (!format) throw InvalidError.at('file', UNKNOWN);
  return format;
}

/** @throws InvalidError for what is no file that can be brought in */
export async function receiveWhole(
  ctx: Uploading,
  actor: Actor,
  given: { name: string; bytes: Uint8Array },
): Promise<string> {
  const { name } = parseInput(Announced, { name: given.name, size: given.bytes.length });
  const format = formatOrRefuse(name);
  if (given.bytes.length > LARGEST_FORM_FILE) throw new InvalidError(TOO_LARGE_FOR_A_FORM);
  judgeStart(format, given.bytes);
  const id = crypto.randomUUID();
  await ctx.files.put(keyOf(id), given.bytes, 'application/octet-stream');
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
  const { name } = parseInput(Announced, input);
  const format = formatOrRefuse(name);
  const id = crypto.randomUUID();
  const uploadName = await ctx.files.inParts.begin(keyOf(id), 'application/octet-stream');
  await ctx.db.write(newFile(ctx, { id, format, origin: 'uploaded', name, uploadName }, actor.userId));
  return { id, partBytes: UPLOAD_PART_BYTES };
}

/** A part that comes again takes the place of the first. @throws InvalidError, NotFoundError, ConflictError */
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
    throw new ConflictError('This file has arrived already.');
  if (number === 1) judgeStart(file.format, bytes);
  const { etag } = await ctx.files.inParts.put(file.key, file.uploadName, number, bytes);
  await ctx.db.write(upsertPart(ctx.db.build, { fileId: id, number, etag, bytes: bytes.length }));
}

/** All parts are there: the file is one. Done again, it changes nothing. @throws InvalidError, NotFoundError */
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
    await ctx.files.inParts.finish(file.key, file.uploadName, parts);
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

const STARTS: Record<TransferFormat, { pattern: RegExp; words: string }> = {
  wordpress: {
    pattern: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|rss|!--)/,
    words: 'An export of WordPress is an XML file.',
  },
  ghost: { pattern: /^(?:\xef\xbb\xbf)?\s*\{/, words: 'An export of Ghost is a JSON file.' },
  archive: { pattern: /^PK/, words: 'An archive is a ZIP file.' },
};

/** What can be told at once need not wait until all has arrived. */
function judgeStart(format: TransferFormat, bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 400));
  const { pattern, words } = STARTS[format];
  if (!pattern.test(start)) throw new InvalidError(NOT_WHAT_IT_SAYS + words);
}
