// Page weight: what a reader's browser has to load, measured on the build and on the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from 'dev/startup/settings';
import { beforeAll, describe, expect } from 'vitest';
import { addArticle } from '../../support/factory';
import { toPlain } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { visitAsAdmin } from '../../support/visitor';

const MAX_SCRIPT_BYTES = 95_000;
const MAX_STYLE_BYTES = 15_000;
const MAX_INLINE_STYLE_BYTES = 40_000;
const MAX_HOME_BYTES = 115_000;
const MAX_ARTICLE_BYTES = 80_000;
const MAX_FONTS = 2;
const MAX_TRACKING_BYTES = 1_500;

const PATHS = [
  '/',
  '/article/a-story',
  '/category/tools',
  '/category/all',
  '/author/dana-whitfield',
  '/search',
  '/newsletter',
];

const { it, site } = siteTest();
const pages = new Map<string, string>();

beforeAll(async () => {
  await fillHome();
  const text = `<p>${'A sentence of an article, about as long as most of them are. '.repeat(8)}</p>`;
  await addArticle(site.db, {
    slug: 'a-story',
    category: 'tools',
    isFeatured: true,
    content: text.repeat(9),
    tags: ['roi', 'intake'],
  });
  for (const path of PATHS) {
    const response = await site.get(path);
    expect(response.status, path).toBe(200);
    pages.set(path, await response.text());
  }
});

const read = (file: string) => readFileSync(join(projectRoot, 'build/client', file));
const gzipped = (file: string) => gzipSync(read(file)).byteLength;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipped(file), 0);

/** Articles for every place on the home page, with titles and summaries as long as the demo magazine's. */
async function fillHome() {
  const categories = [
    'ai-automation',
    'remote-talent',
    'digital-marketing',
    'operations',
    'growth-strategy',
    'tools',
  ];
  for (let number = 0; number < 60; number += 1) {
    await addArticle(site.db, {
      slug: `a-slug-of-a-common-length-for-an-article-number-${number}`,
      title: `Number ${number} Has a Title That Is As Long As Those of Other Articles`,
      summary: `The summary of number ${number} has two sentences. Together they are about as long as those that the magazine shows below its titles.`,
      category: categories[number % categories.length] ?? 'tools',
      isFeatured: number % 6 === 4,
      isPopular: number % 4 === 0,
      imageUrl: `/media/article-images/articles/17671913573${number}.jpg`,
    });
  }
}

/** Addresses in the page's link, script, image and iframe tags that match. */
function addresses(html: string, tag: RegExp): string[] {
  const tags = html.match(/<(?:link|script|img|source|iframe)\b[^>]*>/g) ?? [];
  return tags
    .filter((each) => tag.test(each))
    .flatMap((each) => /(?:href|src)="([^"]+)"/.exec(each)?.[1] ?? []);
}

/** Every script that the page loads by itself, including imports. */
function scriptsOf(path: string): Set<string> {
  const html = pages.get(path) ?? '';
  // The page's manifest names more files than are loaded: only imports of its inline module count.
  const imports = html.matchAll(/\bimport\s*(?:[^"'();]*\sfrom\s*)?\(?["'](\/assets\/[^"']+\.js)["']/g);
  const inline = [...imports].map(([, file = '']) => file);
  return withImports([...addresses(html, /rel="dns-prefetch"|modulepreload|<script/), ...inline]);
}

function withImports(files: readonly string[]): Set<string> {
  const waiting = [...files];
  const found = new Set<string>();
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    const source = read(file).toString();
    for (const [, imported = ''] of source.matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      waiting.push(`/assets/${imported}`);
  }
  return found;
}

/** The inline styles and the style sheets of a page. */
function stylesOf(html: string): string {
  const linked = addresses(html, /rel="stylesheet"(?!.* disabled)/).map((file) => read(file).toString());
  return [inlineStylesOf(html), ...linked].join('\n');
}

function inlineStylesOf(html: string): string {
  return [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css).join('\n');
}

/** The texts in the data of a page, without the names of fields. The data is one flat list that refers to itself by index. */
async function textsOf(dataPath: string): Promise<string[]> {
  const [line = ''] = (await (await site.get(dataPath)).text()).split('\n');
  const values: unknown[] = JSON.parse(line);
  const names = new Set(
    values.flatMap((value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.keys(value).map((key) => key.slice(1))
        : [],
    ),
  );
  return values.filter(
    (value, index): value is string =>
      typeof value === 'string' && value.length > 12 && !names.has(`${index}`),
  );
}

describe.each(PATHS)('%s', (path) => {
  it('loads at most 95 kB of scripts', () => {
    const scripts = scriptsOf(path);
    expect(scripts.size).toBeGreaterThan(2);
    expect(sum(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });

  it('loads at most 15 kB of styles and preloads at most two fonts, which its styles use', () => {
    const html = pages.get(path) ?? '';
    const sheet = stylesOf(html);
    expect(sheet.length).toBeGreaterThan(10_000);
    expect(gzipSync(sheet).byteLength).toBeLessThanOrEqual(MAX_STYLE_BYTES);
    const fonts = addresses(html, /as="font"/);
    expect(fonts.length).toBeLessThanOrEqual(MAX_FONTS);
    for (const font of fonts) expect(sheet).toContain(font.split('/').at(-1));
  });

  it('loads at most 1.5 kB of scripts to count views, later', () => {
    const [name] = readdirSync(join(projectRoot, 'build/client/assets')).filter((file) =>
      /^track-reading-.*\.js$/.test(file),
    );
    const before = scriptsOf(path);
    const more = [...withImports([`/assets/${name}`])].filter((file) => !before.has(file));
    expect(more).toContain(`/assets/${name}`);
    expect(sum(more)).toBeLessThanOrEqual(MAX_TRACKING_BYTES);
  });

  it('inlines at most 40 kB of styles', () => {
    const bytes = Buffer.byteLength(inlineStylesOf(pages.get(path) ?? ''));
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MAX_INLINE_STYLE_BYTES);
  });

  it('loads neither the editor nor the schemas of its forms', () => {
    for (const file of scriptsOf(path)) {
      expect(read(file).toString(), file).not.toMatch(/ql-editor|Quill|ZodError|invalid_type|documentmock/);
    }
  });

  it('loads nothing from other sites', () => {
    const html = pages.get(path) ?? '';
    const loaded = addresses(html, /stylesheet|preload|icon|manifest|<script|<img|<source|<iframe/);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
    const inStyles = [...stylesOf(html).matchAll(/url\(\s*["']?([^"')]+)/g)].map(
      ([, address = '']) => address,
    );
    expect(inStyles.length).toBeGreaterThan(0);
    for (const address of inStyles.filter((each) => !each.startsWith('data:'))) {
      expect(address).toMatch(/^\/assets\//);
      expect(() => read(address)).not.toThrow();
    }
  });
});

it.each([
  ['/', MAX_HOME_BYTES],
  ['/article/a-story', MAX_ARTICLE_BYTES],
])('%s has a document of at most %d bytes', (path, limit) => {
  const bytes = Buffer.byteLength(pages.get(path) ?? '');
  expect(bytes).toBeGreaterThan(limit / 2);
  expect(bytes).toBeLessThanOrEqual(limit);
});

it('an article inlines the styles of blocks only if it has a block', async () => {
  await addArticle(site.db, { slug: 'a-tip', content: '<div class="callout callout-tip"><p>Ask.</p></div>' });
  const button = '<p class="ql-align-center button-link"><a href="/guide">Guide</a></p>';
  await addArticle(site.db, { slug: 'a-button', content: button });
  const documents = [pages.get('/article/a-story') ?? ''];
  for (const slug of ['a-tip', 'a-button']) documents.push(await site.text(`/article/${slug}`));
  expect(documents.map((html) => stylesOf(html).includes('.callout-tip'))).toEqual([false, true, true]);
});

it.each([
  ['/', '/_root.data'],
  ['/article/a-story', '/article/a-story.data'],
  ['/category/tools', '/category/tools.data'],
  ['/category/all', '/category/all.data'],
])('%s carries no texts in its data that it does not show', async (path, dataPath) => {
  const [html = ''] = (pages.get(path) ?? '').split('streamController.enqueue(');
  const shown = html + toPlain(html);
  const texts = await textsOf(dataPath);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
});

it('preloads the editor where people write, and nowhere else', async () => {
  const preloads = (html: string) => addresses(html, /rel="modulepreload"/);
  const admin = await visitAsAdmin(site);
  const loaded = preloads(await (await admin.get('/admin/articles/new')).text());
  expect(new Set(loaded).size).toBe(loaded.length);
  const editor = loaded.filter((path) => path.includes('/rich-editor.client-'));
  expect(editor).toHaveLength(1);
  // With what the editor imports, so that no script waits for another.
  const imported = read(editor[0] ?? '')
    .toString()
    .matchAll(/from"\.\/([\w.-]+\.js)"/g);
  for (const [, file] of imported) expect(loaded).toContain(`/assets/${file}`);
  for (const html of [...pages.values(), await (await admin.get('/admin/articles')).text()])
    expect(preloads(html)).toEqual([]);
});
