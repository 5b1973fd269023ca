// The job that exports everything to an archive, in as many runs as it takes.
import { z } from 'zod';
import type { ItemOutcome, JobKind } from '~/features/jobs/job-kind';
import { startJob } from '~/features/jobs/start-job.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { InvalidError, UnavailableError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import type { AppContext } from '~/platform/context';
import { TRANSFER_SCREEN } from '../files/transfer-file';
import { changeFile, fileKeyOf, lockFileForJob, newFile, sidecarKey } from '../files/transfer-files.server';
import { ArchiveWriter } from './archive-writer.server';
import { firstState, packState, unpackState } from './export-state';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST_NAME, type Manifest, README_NAME } from './manifest';
import { writeSome } from './write-archive.server';

const Input = z.object({ fileId: z.uuid() });
const Step = z.object({ number: z.number().int().min(1), isLast: z.boolean().default(false) });

/** Limits of one run: a few seconds of work. */
const BUDGET = { bytes: 48 * 1024 * 1024, files: 150 };

const BUSY = 'An archive is already being created or restored. Wait until it finishes, or cancel it.';
const STATE_MISSING = 'The data of the previous run is missing. Please start again.';

const stateKey = (fileId: string, number: number) => sidecarKey(fileId, `state-${number}`);

/** @returns the archive's id. @throws JobRunningError while another export or a restore is running */
export async function startExport(ctx: AppContext, actor: { userId: string }): Promise<string> {
  const id = crypto.randomUUID();
  const now = ctx.clock.now();
  const { name } = await getSiteSettings(ctx);
  const fileName = `${toSlug(name) || 'magazine'}-${now.toISOString().slice(0, 10)}.zip`;
  const uploadName = await ctx.files.multipart.begin(fileKeyOf(id), 'application/zip');
  const state = packState(firstState(uploadName, now), new Uint8Array());
  await ctx.files.put(stateKey(id, 0), state, 'application/octet-stream');
  try {
    await startJob(ctx, {
      kind: exportJob,
      title: 'Create an archive of everything',
      input: { fileId: id },
      items: [{ key: 'step-1', input: { number: 1 } }],
      createdBy: actor.userId,
      statements: [
        newFile(ctx, { id, format: 'archive', origin: 'made', name: fileName, uploadName }, actor.userId),
      ],
    });
  } catch (error) {
    // After a database timeout the job may have started, so keep its files.
    if (!(error instanceof UnavailableError)) {
      await ctx.files.multipart.abort(fileKeyOf(id), uploadName);
      await ctx.files.delete([stateKey(id, 0)]);
    }
    throw error;
  }
  return id;
}

export const exportJob: JobKind<z.infer<typeof Input>> = {
  kind: 'export',
  capability: 'transfer',
  needsConfirmation: true,
  input: Input,
  // An export during a restore would contain only part of the data.
  exclusion: () => ({ kinds: ['export', 'restore'], message: BUSY }),
  hold: (ctx, { fileId }) => lockFileForJob(ctx, fileId),
  async run(ctx, item, { fileId }) {
    const { number, isLast } = Step.parse(item.input);
    const saved = await ctx.files.find(stateKey(fileId, number - 1));
    if (!saved) throw new InvalidError(STATE_MISSING);
    const bytes = new Uint8Array(await new Response(saved.body).arrayBuffer());
    const writer = new ArchiveWriter(ctx.files, fileKeyOf(fileId), unpackState(bytes));
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
    // A failed step ends the export.
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
  return `This archive contains all content of ${name} (${siteUrl}) as of ${madeAt}.

manifest.json  number of rows and files
data/          rows, one JSON object per line, ordered by id; each file is part of a table
media/         original images, under the keys used in the rows

Not included: accounts, passwords, sessions, keys, the audit log and unsaved drafts.
To restore it: Import & Export in the Newsroom of an empty site.
`;
}
