// Measures what a browser downloads for a page: document, scripts, styles and fonts, compressed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from 'dev/startup/settings';
import { type Magazine, onDatabaseServer } from './measure/magazines';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatTable, tableText } from './measure/table';

const head = ['page', 'document', 'scripts', 'on demand', 'styles', 'fonts preloaded', 'fonts total'];

export async function measureBytes(bench: Bench): Promise<void> {
  const magazine = bench.magazines[0] as Magazine;
  const worker = await bench.startMagazine(magazine, 'off');
  const cookie = await signInAdmin(worker);
  const rows: string[][] = [];
  for (const [name, path] of await listPaths(magazine)) {
    const isAdmin = path.startsWith('/admin');
    const response = await fetch(`http://127.0.0.1:${worker.port}${path}`, {
      headers: { accept: 'text/html', ...(isAdmin && { cookie }) },
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    rows.push([name, ...measure(await response.text())]);
  }
  process.stdout.write(`\nkB (1,000 bytes), gzipped, except fonts\n${formatTable(head, rows)}\n`);
}

async function listPaths({ databaseUrl }: Magazine): Promise<[name: string, path: string][]> {
  const { rows } = await onDatabaseServer(databaseUrl, (client) =>
    client.query<{ slug: string; id: string }>(
      "select slug, id::text from articles where status = 'published' and deleted_at is null and slug !~ '-[0-9]+$' order by slug limit 1",
    ),
  );
  const { slug, id } = rows[0] as { slug: string; id: string };
  return [
    ['home', '/'],
    ['article', `/article/${slug}`],
    ['category', '/category/tools'],
    ['search', '/search?q=client'],
    ['newsletter', '/newsletter'],
    ['list of articles', '/admin/articles'],
    ['editor', `/admin/articles/${id}/edit`],
  ];
}

function measure(html: string): string[] {
  const scripts = withImports(scriptsOf(html), /\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g);
  const all = withImports(scripts, /\b(?:import|from)\s*\(?\s*["']\.\/([^"']+\.js)["']/g);
  const styles = stylesOf(html);
  const fonts = [...styles.matchAll(/url\(\s*["']?(\/assets\/[^"')]+\.woff2)/g)].map(([, file = '']) => file);
  const gzipped = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(read(file)).byteLength, 0);
  const onDemand = [...all].filter((file) => !scripts.has(file));
  return [
    inKilobytes(gzipSync(html).byteLength),
    inKilobytes(gzipped(scripts)),
    inKilobytes(gzipped(onDemand)),
    inKilobytes(gzipSync(styles).byteLength),
    inKilobytes(sizeOf(addresses(html, /as="font"/))),
    inKilobytes(sizeOf(fonts)),
  ];
}

const read = (file: string) => readFileSync(join(projectRoot, 'build/client', file));
const sizeOf = (files: readonly string[]) =>
  [...new Set(files)].reduce((sum, file) => sum + read(file).byteLength, 0);
const inKilobytes = (bytes: number) => tableText(bytes / 1000, 1);

/** Values of `href` or `src` of the page's matching links and scripts. */
function addresses(html: string, tag: RegExp): string[] {
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) ?? [];
  return tags
    .filter((each) => tag.test(each))
    .flatMap((each) => /(?:href|src)="(\/assets\/[^"]+)"/.exec(each)?.[1] ?? []);
}

/** Scripts in the page's tags and in its inline module. */
function scriptsOf(html: string): string[] {
  const imports = html.matchAll(/\bimport\s*(?:[^"'();]*\sfrom\s*)?\(?["'](\/assets\/[^"']+\.js)["']/g);
  const inline = [...imports].map(([, file = '']) => file);
  return [...addresses(html, /rel="dns-prefetch"|modulepreload|<script/), ...inline];
}

/** The files and everything they import. */
function withImports(files: Iterable<string>, imports: RegExp): Set<string> {
  const found = new Set(files);
  for (const file of found)
    for (const [, imported = ''] of read(file).toString().matchAll(imports)) found.add(`/assets/${imported}`);
  return found;
}

/** Styles in the page and in linked files. */
function stylesOf(html: string): string {
  const inside = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css);
  const files = addresses(html, /rel="stylesheet"(?!.* disabled)/);
  return [...inside, ...files.map((file) => read(file).toString())].join('\n');
}
