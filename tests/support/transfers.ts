// Uploads files to Transfer and waits for their jobs.
import { joinBytes } from '~/lib/bytes';
import { packDirectory, packFile } from '~/lib/zip/write-zip';
import { toPlain } from './html';
import type { Site } from './site/site';
import type { Visitor } from './visitor';

/** Uploads a file with the form. Returns the path of its page. */
export async function uploadToTransfer(
  admin: Visitor,
  name: string,
  bytes: Uint8Array | string,
): Promise<string> {
  const form = new FormData();
  form.set('intent', 'upload');
  form.set('file', new File([bytes as BlobPart], name));
  const answer = await admin.post('/admin/transfer', form);
  if (answer.status !== 303)
    throw new Error(`The upload was rejected with ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('location') ?? '';
}

/** The fields of an import's form, as a browser would submit them unchanged. */
export async function readImportForm(admin: Visitor, page: string): Promise<Record<string, string>> {
  const html = await (await admin.get(page)).text();
  const form = html.slice(html.indexOf('import-form'));
  const fields: Record<string, string> = {};
  for (const [, tag = ''] of form.matchAll(/<input([^>]*)>/g)) {
    const { name, value = '' } = attributesOf(tag);
    if (name) fields[name] = value;
  }
  for (const [, head = '', body = ''] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = [...body.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => option);
    const selected = chosen.find((option) => option.includes('selected')) ?? chosen[0] ?? '';
    fields[attributesOf(head).name ?? ''] = attributesOf(selected).value ?? '';
  }
  return fields;
}

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, toPlain(value)]),
  );
}

const WAIT_LIMIT_MS = 60_000;

/**
 * Resolves when no job is running. `withClock` runs the cron task that resumes items of crashed consumers.
 */
export async function waitForJobs(site: Site, { withClock = false } = {}): Promise<void> {
  const end = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const { rows } = await site.db.query(
      "select count(*)::int as running from jobs where status = 'running'",
    );
    if (rows[0].running === 0) return;
    if (withClock) await site.runCron(new Date(), '@start');
    if (Date.now() > end) {
      const items = await site.db.query(
        'select key, status, attempts, reason from job_items order by id desc limit 10',
      );
      throw new Error(`Jobs are still running: ${JSON.stringify(items.rows)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** An archive as another program might write it. */
export async function packArchive(parts: Record<string, readonly (object | string)[]>): Promise<Uint8Array> {
  const manifest = {
    format: 'law-firm-academy-archive',
    version: 1,
    madeAt: new Date().toISOString(),
    name: 'Evil',
    siteUrl: 'https://x.example',
    counts: {},
    files: 0,
    fileBytes: 0,
  };
  const files = [
    ...Object.entries(parts).map(
      ([name, rows]) => [name, rows.map((row) => `${JSON.stringify(row)}\n`).join('')] as const,
    ),
    ['manifest.json', JSON.stringify(manifest)] as const,
  ];
  const modified = new Date();
  const packed = [];
  let offset = 0;
  for (const [name, text] of files) {
    const file = await packFile(name, new TextEncoder().encode(text), { offset, modified, deflate: true });
    packed.push(file);
    offset += file.bytes.length;
  }
  const directory = packDirectory(
    packed.map(({ entry }) => entry),
    offset,
    modified,
  );
  return joinBytes([...packed.map(({ bytes }) => bytes), directory]);
}
