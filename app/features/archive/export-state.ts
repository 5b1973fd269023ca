// How far an export has come, as one run leaves it to the next: nothing lives in memory between two of them.
import { z } from 'zod';
import { join } from '~/lib/zip/write-zip';

/** All parts of an upload but the last have this size. */
export const PART_BYTES = 8 * 1024 * 1024;

const Cursor = z.object({
  /** Of SECTIONS; behind them come the files. */
  section: z.number().int().min(0),
  /** Of the section, from 1: the part to be written next. */
  part: z.number().int().min(1),
  /** The key behind which it begins; null at the beginning. */
  after: z.string().nullable(),
  /** The articles whose revisions come next, and how far those are. */
  revisions: z
    .object({
      articlesPart: z.number().int().min(1),
      after: z.string().nullable(),
      last: z.string(),
      part: z.number().int().min(1),
      afterRevision: z.string(),
    })
    .nullable(),
});

const ExportState = z.object({
  upload: z.string(),
  parts: z.array(z.object({ number: z.number(), etag: z.string() })),
  /** Bytes of the archive so far, those that wait included. */
  offset: z.number(),
  /** ISO 8601. */
  began: z.string(),
  cursor: Cursor,
  counts: z.record(z.string(), z.number()),
  files: z.number(),
  fileBytes: z.number(),
  /** Name, method, CRC, packed, size, offset of each file written. */
  entries: z.array(
    z.tuple([
      z.string(),
      z.union([z.literal(0), z.literal(8)]),
      z.number(),
      z.number(),
      z.number(),
      z.number(),
    ]),
  ),
});
export type ExportState = z.infer<typeof ExportState>;

export const firstState = (upload: string, began: Date): ExportState => ({
  upload,
  parts: [],
  offset: 0,
  began: began.toISOString(),
  cursor: { section: 0, part: 1, after: null, revisions: null },
  counts: {},
  files: 0,
  fileBytes: 0,
  entries: [],
});

/** The state, and the bytes that wait until they fill a part. */
export function packState(state: ExportState, waiting: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return join([new Uint8Array(length.buffer), json, waiting]);
}

export function unpackState(bytes: Uint8Array): { state: ExportState; waiting: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const json = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  return { state: ExportState.parse(JSON.parse(json)), waiting: bytes.slice(4 + length) };
}
