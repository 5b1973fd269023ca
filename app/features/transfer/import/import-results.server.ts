// The results of an import, post by post. The page of the file shows some of them; the download has all.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { TransferJob } from '../files/transfer-file';
import { getFile } from '../files/transfer-files.server';
import { ImportReport, PostReport } from './import-report';
import { selectResults } from './imports-repo.server';

const NO_REPORT = 'This file has not been imported yet.';

/** The newest completed import of a file. */
export const findImport = (jobs: readonly TransferJob[]) =>
  jobs.find(({ kind, mode, result }) => kind === 'import' && mode === 'bring' && result !== null);

/** The reports of a job's posts, in batches. */
export async function* readReports(
  { db }: Pick<AppContext, 'db'>,
  jobId: string,
): AsyncGenerator<PostReport[]> {
  for (let after = 0; ; ) {
    const rows = await db.read(selectResults(db.build, jobId, after));
    yield rows.flatMap(({ result }) => z.array(PostReport).catch([]).parse(result));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** @throws NotFoundError for a file that does not exist or was not imported */
export async function openReport(
  ctx: AppContext,
  fileId: string,
): Promise<{ fileName: string; body: ReadableStream<Uint8Array> }> {
  const file = await getFile(ctx, fileId);
  const done = findImport(file.jobs);
  if (!done) throw new NotFoundError(NO_REPORT);
  const batches = readReports(ctx, done.id);
  const encoder = new TextEncoder();
  const { notes = [] } = ImportReport.safeParse(done.result).data ?? {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (notes.length > 0) controller.enqueue(encoder.encode(toLines(['All posts', ...toItems(notes)])));
    },
    async pull(controller) {
      const { value, done: isEnd } = await batches.next();
      if (isEnd) controller.close();
      else controller.enqueue(encoder.encode(value.map((post) => toText(post, ctx.config.siteUrl)).join('')));
    },
  });
  return { fileName: `import-report-${fileId.slice(0, 8)}.txt`, body };
}

const OUTCOMES: Record<PostReport['outcome'], string> = {
  imported: 'Imported',
  already: 'Already imported and left unchanged',
  refused: 'Not imported',
};

function toText({ kind, id, title, outcome, notes }: PostReport, siteUrl: string): string {
  const address = id ? [`${siteUrl}/admin/${kind === 'article' ? 'articles' : 'pages'}/${id}/edit`] : [];
  return toLines([title, OUTCOMES[outcome], ...address, ...toItems(notes)]);
}

const toItems = (notes: readonly string[]) => notes.map((note) => `- ${note}`);
const toLines = (lines: readonly string[]) =>
  `${lines.map((line) => line.replace(/\s+/g, ' ')).join('\n')}\n\n`;
