// Compares the items of an export file with what the import stored and reported.
import { toPlain, visibleTextOf } from '../html';
import type { Site } from '../site/site';
import type { Visitor } from '../visitor';
import type { SourceItem } from './source-items';
import { addressesIn, imagesOf, runsOf, spokenOf } from './source-texts';

export interface Comparison {
  /** How much was compared. */
  posts: number;
  texts: number;
  files: number;
  /** What is neither stored nor reported; empty if the import lost nothing. */
  lost: string[];
}

interface Stored {
  id: string;
  content: string;
  /** Texts of fields, which are not HTML. */
  fields: string;
  names: string[];
  image: string;
}

/** @param page of the file, after its import; @param oldSite the base of addresses without a host */
export async function compareImport(
  site: Site,
  admin: Visitor,
  { page, items, oldSite }: { page: string; items: readonly SourceItem[]; oldSite: string },
): Promise<Comparison> {
  const html = await (await admin.get(page)).text();
  const fileReport = visibleTextOf(html.slice(html.indexOf('id="report"'), html.indexOf('import-form')));
  const reports = readReports(await (await admin.get(`${page}/report`)).text());
  const stored = await readStored(site);
  const copies = await readCopies(site);
  const sum: Comparison = { posts: 0, texts: 0, files: 0, lost: [] };
  const bylines = [...stored.values()].flatMap(({ names }) => names);
  const everything = [
    fileReport,
    ...[...reports.values()].flat(),
    ...[...stored.values()].flatMap(({ content, image }) => [content, image]),
  ];
  for (const item of items) {
    const article = stored.get(item.id);
    if (!article) {
      const { file, title, body } = item;
      const isIn = (texts: string[], name: string) => texts.some((one) => one.includes(name));
      const isUsed = copies.some(([from, to]) => from === file && isIn(everything, to));
      const isNamed = file
        ? isIn(everything, file.slice(file.lastIndexOf('/') + 1))
        : title !== '' && isIn([fileReport, ...bylines], title);
      if (!isUsed && !isNamed) sum.lost.push(`${title}: not imported and not named`);
      // The description of a file; posts that are not imported are only named.
      if (file) sum.lost.push(...body.filter((text) => !fileReport.includes(text)));
      continue;
    }
    const report = reports.get(article.id) ?? [];
    const lost = [
      ...missingTexts(item, article, report),
      ...missingFiles(item, article, { report, copies, oldSite }),
      ...item.names.filter((name) => !article.names.includes(name) && !fileReport.includes(name)),
    ];
    sum.posts += 1;
    sum.texts += item.body.length + item.texts.length + item.names.length;
    sum.files += item.images.length + new Set(item.addresses).size;
    sum.lost.push(...lost.map((one) => `${item.title}: ${one}`));
  }
  return sum;
}

function missingTexts({ body, texts }: SourceItem, { content, fields }: Stored, report: string[]): string[] {
  const notes: string[] = [];
  const plain = content.replace(/<sup class="footnote">([\s\S]*?)<\/sup>/g, (_, note: string) => {
    // A footnote is in the middle of a sentence here.
    notes.push(note);
    return '';
  });
  const shown = runsOf(plain);
  const left = [...shown, ...notes.flatMap(runsOf), ...spokenOf(content)];
  const rest = consumer([fields, ...report]);
  // Long texts first: a short one may be a part of a longer one.
  const wanted = [...body, ...texts].sort((a, b) => b.length - a.length);
  const lost = wanted.filter((text) => !takeFrom(left, text) && !rest(text));
  return [...lost, ...moved(body, shown)];
}

/** The first text that is not in its place. */
function moved(body: readonly string[], shown: readonly string[]): string[] {
  const ours = body.filter((text) => shown.includes(text));
  const here = shown.filter((text) => body.includes(text));
  const at = ours.findIndex((text, index) => text !== here[index]);
  return at < 0 ? [] : [`moved: ${ours[at]}`];
}

function missingFiles(
  { addresses, images }: SourceItem,
  { content, image }: Stored,
  { report, copies, oldSite }: { report: string[]; copies: readonly [string, string][]; oldSite: string },
): string[] {
  const absolute = (address: string) =>
    URL.canParse(address, oldSite) ? new URL(address, oldSite).href : address;
  /** The old addresses of a file here. */
  const origins = (address: string) => {
    const own = copies.flatMap(([from, to]) => (to === address ? [from] : []));
    return own.length > 0 ? own : [absolute(address)];
  };
  const kept = new Set([...addressesIn(content), ...imagesOf(content), image].flatMap(origins));
  const left = imagesOf(content).map(origins);
  const rest = consumer(report);
  const text = report.join('\n');
  const isNamed = (address: string) => text.includes(address) || text.includes(absolute(address));
  return [
    ...images.filter((address) => {
      const at = left.findIndex((own) => own.includes(absolute(address)));
      if (at >= 0) left.splice(at, 1);
      return at < 0 && !rest(address) && !rest(absolute(address));
    }),
    ...addresses.filter((address) => !kept.has(absolute(address)) && !isNamed(address)),
  ];
}

function takeFrom(left: string[], text: string): boolean {
  const at = left.indexOf(text);
  if (at >= 0) left.splice(at, 1);
  return at >= 0;
}

/** Returns a function that finds a text in the others, each occurrence once. Words are not parts of longer words. */
function consumer(texts: readonly string[]): (text: string) => boolean {
  let rest = texts.join('\n');
  return (text) => {
    const written = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const before = rest;
    rest = rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, 'u'), '\n');
    return rest !== before;
  };
}

/** The notes of each imported post by its id here, a repeated note as often as it applies. */
function readReports(text: string): Map<string, string[]> {
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    const [, id = ''] = /\/admin\/(?:articles|pages)\/([^/\n]+)\/edit/.exec(block) ?? [];
    const notes = lines.flatMap((line) => {
      const [, note = '', times = '1'] = /^- (.*?)(?: \((\d+) times\))?$/.exec(line) ?? [];
      return note ? Array.from({ length: Number(times) }, () => note) : [];
    });
    return [id, notes] as const;
  });
  return new Map(blocks);
}

/** What was imported, by its id in the file. */
async function readStored(site: Site): Promise<Map<string, Stored>> {
  const { rows } = await site.db.query(
    `select i.source_id, a.id, a.content, a.image_url, a.seo, concat_ws(E'\\n', a.title, a.summary, a.image_alt) as fields,
       array_cat(array[a.author, c.name], coauthor_names(a.id)) ||
         array(select t.name from article_tags at join tags t on t.id = at.tag_id where at.article_id = a.id) as names
     from imported_items i join articles a on a.id::text = i.target_id::text left join categories c on c.id = a.category_id
     where i.kind = 'article'
     union all
     select i.source_id, p.id, p.content, null, p.seo, concat_ws(E'\\n', p.title, p.summary), array[]::text[]
     from imported_items i join pages p on p.id::text = i.target_id::text where i.kind = 'page'`,
  );
  return new Map(
    rows.map((row): [string, Stored] => [
      row.source_id,
      {
        id: row.id,
        content: row.content,
        fields: `${row.fields}\n${Object.values(row.seo).join('\n')}`,
        names: row.names.filter(Boolean),
        image: row.image_url ?? '',
      },
    ]),
  );
}

/** Old address and path here of each downloaded image. */
async function readCopies(site: Site): Promise<[string, string][]> {
  const { rows } = await site.db.query("select source_id, note from imported_items where kind = 'picture'");
  return rows.map(({ source_id, note }) => [toPlain(source_id), note ?? '']);
}
