// The state of an export that one run saves for the next; nothing stays in memory between runs.
import { z } from 'zod';
import { joinBytes } from '~/lib/bytes';

/** Size of every part of an upload except the last. */
export const PART_BYTES = 8 * 1024 * 1024;

const Cursor = z.object({
  /** Index in SECTIONS; files follow after the last section. */
  section: z.number().int().min(0),
  /** Next part of the section, from 1. */
  part: z.number().int().min(1),
  /** Key of the last row written; null at the start. */
  after: z.string().nullable(),
  /** The articles whose revisions are written next, and the progress within them. */
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
  /** Bytes of the archive so far, including those not yet uploaded. */
  offset: z.number(),
  /** ISO 8601. */
  began: z.string(),
  cursor: Cursor,
  counts: z.record(z.string(), z.number()),
  files: z.number(),
  fileBytes: z.number(),
  /** Name, method, CRC, packed size, size and offset of each file written. */
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

/** Serializes the state and the bytes that do not yet fill a part. */
export function packState(state: ExportState, waiting: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return joinBytes([new Uint8Array(length.buffer), json, waiting]);
}

export function unpackState(bytes: Uint8Array): { state: ExportState; waiting: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const json = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  return { state: ExportState.parse(JSON.parse(json)), waiting: bytes.slice(4 + length) };
}
