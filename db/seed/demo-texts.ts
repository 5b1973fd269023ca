// Loads the demo's articles and pages: Markdown with front matter, validated and converted to clean HTML.
import { readdirSync, readFileSync } from 'node:fs';
import { marked } from 'marked';
import { parse } from 'yaml';
import { z } from 'zod';
import { PAGE_DRAFTS } from '../../app/features/pages/page-drafts';
import { cleanHtml } from '../../app/lib/html/clean-html';
import { DEMO_CATEGORIES, DEMO_TAGS } from './demo-taxonomy';

const articleFrontMatter = z.strictObject({
  title: z.string().min(1).max(300),
  author: z.string().min(1).max(200),
  category: z.enum(DEMO_CATEGORIES.map((category) => category.slug)),
  tags: z.array(z.enum(DEMO_TAGS.map((tag) => tag.slug))).min(1),
  status: z.enum(['published', 'draft', 'archived']),
  featured: z.boolean(),
  popular: z.boolean(),
  membersOnly: z.boolean().default(false),
  daysAgo: z.int().min(0),
  /** Minutes. */
  readTime: z.int().min(1),
  summary: z.string().min(1).max(200),
});

const pageFrontMatter = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1).max(200),
});

/** The slug is the file name; `content` is clean HTML. */
type DemoText<T> = T & { slug: string; content: string };
export type DemoArticle = DemoText<z.infer<typeof articleFrontMatter>>;
type DemoPage = DemoText<z.infer<typeof pageFrontMatter>>;

export function readDemoArticles(): DemoArticle[] {
  return readTexts('articles', articleFrontMatter);
}

export function readDemoPages(): DemoPage[] {
  const privacy = PAGE_DRAFTS.filter(({ slug }) => slug === 'privacy');
  return [...readTexts('pages', pageFrontMatter), ...privacy.map(({ reason: _, ...page }) => page)];
}

const FRONT_MATTER = /^---\n(.*?)\n---\n(.*)$/s;

function readTexts<T extends object>(folder: string, frontMatter: z.ZodType<T>): DemoText<T>[] {
  const names = readdirSync(new URL(`./${folder}/`, import.meta.url)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    // A clone on Windows may have CRLF line endings.
    const text = readFileSync(new URL(`./${folder}/${name}`, import.meta.url), 'utf8').replaceAll(
      '\r\n',
      '\n',
    );
    const [, head, body] = FRONT_MATTER.exec(text) ?? [];
    const checked = frontMatter.safeParse(parse(head ?? ''));
    if (!checked.success || body === undefined) {
      throw new Error(`db/seed/${folder}/${name}: ${checked.error?.message ?? 'no front matter'}`);
    }
    return { ...checked.data, slug: name.replace(/\.md$/, ''), content: toHtml(body) };
  });
}

function toHtml(markdown: string): string {
  return cleanHtml(marked.parse(markdown, { async: false, gfm: true }));
}
