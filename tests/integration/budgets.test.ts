// What a reader's browser has to load, counted on the build and on the pages that name its files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from 'dev/startup/settings';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addArticle } from '../support/factory';
import { type Site, startSite } from '../support/site';

const MOST_SCRIPT = 95_000;
const MOST_STYLE = 15_000;
const MOST_FONTS = 2;

const PATHS = [
  '/',
  '/article/a-story',
  '/category/tools',
  '/category/all',
  '/author/dana-whitfield',
  '/search',
  '/newsletter',
];

let site: Site;
const pages = new Map<string, string>();

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  await addArticle(site.db, { slug: 'a-story', category: 'tools', isFeatured: true });
  for (const path of PATHS) {
    const response = await site.get(path);
    expect(response.status, path).toBe(200);
    pages.set(path, await response.text());
  }
});
afterAll(() => site.stop());

const read = (file: string) => readFileSync(join(projectRoot, 'build/client', file));
const gzipped = (file: string) => gzipSync(read(file)).byteLength;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipped(file), 0);

/** Values of an attribute of the page's links and scripts whose tag matches. */
function addresses(html: string, tag: RegExp): string[] {
  const tags = html.match(/<(?:link|script|img|source|iframe)\b[^>]*>/g) ?? [];
  return tags
    .filter((each) => tag.test(each))
    .flatMap((each) => /(?:href|src)="([^"]+)"/.exec(each)?.[1] ?? []);
}

/** Every script the page runs without being asked to: what it names, and all that those import. */
function scriptsOf(path: string): Set<string> {
  const html = pages.get(path) ?? '';
  // Not every file that the page's manifest names is loaded: only what its inline module imports.
  const imports = html.matchAll(/\bimport\s*(?:[^"'();]*\sfrom\s*)?\(?["'](\/assets\/[^"']+\.js)["']/g);
  const inline = [...imports].map(([, file = '']) => file);
  const waiting = [...addresses(html, /rel="later"|modulepreload|<script/), ...inline];
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

/** Inside the page, and in files that it names. */
function stylesOf(html: string): string {
  const inside = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css);
  return [...inside, ...addresses(html, /rel="stylesheet"/).map((file) => read(file).toString())].join('\n');
}

describe.each(PATHS)('%s', (path) => {
  it('loads at most 95 kB of scripts', () => {
    const scripts = scriptsOf(path);
    expect(scripts.size).toBeGreaterThan(2);
    expect(sum(scripts)).toBeLessThanOrEqual(MOST_SCRIPT);
  });

  it('loads at most 15 kB of styles and preloads at most two fonts, which its styles use', () => {
    const html = pages.get(path) ?? '';
    const sheet = stylesOf(html);
    expect(sheet.length).toBeGreaterThan(10_000);
    expect(gzipSync(sheet).byteLength).toBeLessThanOrEqual(MOST_STYLE);
    const fonts = addresses(html, /as="font"/);
    expect(fonts.length).toBeLessThanOrEqual(MOST_FONTS);
    for (const font of fonts) expect(sheet).toContain(font.split('/').at(-1));
  });

  it('brings neither the editor nor the schemas of its forms', () => {
    for (const file of scriptsOf(path)) {
      expect(read(file).toString(), file).not.toMatch(/ql-editor|Quill|ZodError|invalid_type|documentmock/);
    }
  });

  it('asks no other site for anything', () => {
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
