// Making an archive of everything, as a job: run after run until all is in it.
import { z } from 'zod';
import type { ItemOutcome, JobKind } from '~/features/jobs/job-kind';
import { findRunning } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { TRANSFER_SCREEN } from '~/features/transfer/transfer-file';
import { besideKey, changeFile, holdFile, keyOf, newFile } from '~/features/transfer/transfer-files.server';
import { ConflictError, InvalidError, UnavailableError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import type { AppContext } from '~/platform/context';
import { ArchiveWriter } from './archive-writer.server';
import { firstState, packState, unpackState } from './export-state';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST_NAME, type Manifest, README_NAME } from './manifest';
import { writeSome } from './write-archive.server';

const Input = z.object({ fileId: z.uuid() });
const Step = z.object({ number: z.number().int().min(1), isLast: z.boolean().default(false) });

/** Of one run: seconds of work. */
const BUDGET = { bytes: 48 * 1024 * 1024, files: 150 };

const BUSY = 'An archive is being made already. It will stand in the list when it is ready.';
const BUSY_HERE = 'An archive is being made or restored already: wait for its end, or cancel it.';
const LOST = 'What the run before had written is not there any more. Please start again.';

const stateKey = (fileId: string, number: number) => besideKey(fileId, `state-${number}`);

/** @returns the archive's id. @throws ConflictError while another one is being made */
export async function startExport(ctx: AppContext, actor: { userId: string }): Promise<string> {
  if (await findRunning(ctx, 'export')) throw new ConflictError(BUSY);
  const id = crypto.randomUUID();
  const now = ctx.clock.now();
  const { name } = await getSiteSettings(ctx);
  const fileName = `${toSlug(name) || 'magazine'}-${now.toISOString().slice(0, 10)}.zip`;
  const uploadName = await ctx.files.inParts.begin(keyOf(id), 'application/zip');
  const state = packState(firstState(uploadName, now), new Uint8Array());
  await ctx.files.put(stateKey(id, 0), state, 'application/octet-stream');
  try {
    await startJob(ctx, {
      kind: exportJob,
      title: 'Make an archive of everything',
      input: { fileId: id },
      items: [{ key: 'step-1', input: { number: 1 } }],
      createdBy: actor.userId,
      statements: [
        newFile(ctx, { id, format: 'archive', origin: 'made', name: fileName, uploadName }, actor.userId),
      ],
    });
  } catch (error) {
    // A database that fell silent may have begun it.
    if (!(error instanceof UnavailableError)) {
      await ctx.files.inParts.abort(keyOf(id), uploadName);
      await ctx.files.delete([stateKey(id, 0)]);
    }
    throw error;
  }
  return id;
}

export const exportJob: JobKind<z.infer<typeof Input>> = {
  kind: 'export',
  capability: 'transfer',
  input: Input,
  // Half of what is only coming back would be half an archive.
  apart: () => ({ kinds: ['export', 'restore'], sentence: BUSY_HERE }),
  hold: (ctx, { fileId }) => holdFile(ctx, fileId),
  async run(ctx, item, { fileId }) {
    const { number, isLast } = Step.parse(item.input);
    const saved = await ctx.files.find(stateKey(fileId, number - 1));
    if (!saved) throw new InvalidError(LOST);
    const bytes = new Uint8Array(await new Response(saved.body).arrayBuffer());
    const writer = new ArchiveWriter(ctx.files, keyOf(fileId), unpackState(bytes));
    if (isLast) return finish(ctx, writer, fileId, number);
    const isAll = await writeSome(ctx, writer, BUDGET);
    await ctx.files.put(
      stateKey(fileId, number),
      packState(writer.state, writer.waiting),
      'application/octet-stream',
    );
    return {
      status: 'done',
      result: { bytes: writer.state.offset },
      more: [{ key: `step-${number + 1}`, input: { number: number + 1, isLast: isAll } }],
      after: () => ctx.files.delete([stateKey(fileId, number - 1)]),
    };
  },
  async finish(_ctx, job) {
    // A step that fails is the last one.
    if (job.itemReason) throw new InvalidError(job.itemReason);
    return undefined;
  },
  show: ({ key }) => ({ label: key.replace('step-', 'Step ') }),
  screen: () => TRANSFER_SCREEN,
};

async function finish(
  ctx: AppContext,
  writer: ArchiveWriter,
  fileId: string,
  number: number,
): Promise<ItemOutcome> {
  const { counts, files, fileBytes, began } = writer.state;
  const { name } = await getSiteSettings(ctx);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    madeAt: began,
    name,
    siteUrl: ctx.config.siteUrl,
    counts,
    files,
    fileBytes,
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  await writer.add(MANIFEST_NAME, encode(`${JSON.stringify(manifest, null, 2)}\n`), true);
  await writer.add(README_NAME, encode(readme(manifest)), true);
  const size = await writer.finish();
  return {
    status: 'done',
    result: { bytes: size },
    statements: [changeFile(ctx, fileId, { status: 'ready', bytes: size, contents: manifest })],
    after: () => ctx.files.delete([stateKey(fileId, number - 1)]),
  };
}

function readme({ name, siteUrl, madeAt }: Manifest): string {
  return `This is everything that ${name} (${siteUrl}) held at ${madeAt}.

manifest.json  what is in it, counted
data/          rows, one JSON object a line, in the order of their ids; each file is a part of a table
media/         pictures as they were uploaded, under the keys by which the rows name them

Not in it: accounts, passwords, sessions, keys, the audit log, and texts that nobody had saved.
To bring it back: Import & Export in the newsroom of an empty magazine.
`;
}
