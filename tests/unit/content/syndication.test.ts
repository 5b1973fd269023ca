import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { absoluteHtml } from '~/features/syndication/absolute-html';
import { toAtom } from '~/features/syndication/atom';
import { type Feed, type FeedRow, lastChange, toFeedItem } from '~/features/syndication/feed';
import { toJsonFeed } from '~/features/syndication/json-feed';
import { toRss } from '~/features/syndication/rss';
import {
  toLlmsTxt,
  toOpenSearch,
  toRobots,
  toSecurityTxt,
  toWebManifest,
} from '~/features/syndication/site-files';
import { toNewsSitemap, toSitemap, toSitemapIndex } from '~/features/syndication/sitemap';

const SITE = 'https://magazine.test';
const HOSTILE = 'A & B ]]> <script>alert("1")</script> &amp; \u0000\u000b\u{1f}\ufffe\ud800 ⚖️ it\'s';
/** The same text without the characters that XML 1.0 forbids. */
const HARMLESS = 'A & B ]]> <script>alert("1")</script> &amp;  ⚖️ it\'s';

const row: FeedRow = {
  id: '0b9e8a4e-1111-4222-8333-444455556666',
  slug: 'hiring-a-virtual-paralegal',
  title: 'Hiring a virtual paralegal',
  summary: 'What to ask first.',
  content: '<p>Text</p>',
  membersOnly: false,
  author: 'Dana Reyes',
  authorSlug: 'dana-reyes',
  coauthors: [],
  imageUrl: '/media/article-images/covers/a.jpg',
  categorySlug: 'ai-automation',
  categoryName: 'AI & Automation',
  tags: [{ slug: 'hiring', name: 'Hiring' }],
  publishDate: new Date('2025-03-01T10:00:00Z'),
  firstPublishedAt: new Date('2025-01-05T10:00:00Z'),
  updatedAt: new Date('2025-03-01T10:00:00Z'),
};

const settings = { siteUrl: SITE, blockedImageHosts: ['images.example-blocked.com'] };

function feedOf(...changes: Partial<FeedRow>[]): Feed {
  const items = changes.map((change) => toFeedItem({ ...row, ...change }, settings));
  const pages = { pageUrl: `${SITE}/`, selfUrl: `${SITE}/feed.xml`, siteUrl: SITE };
  return { title: 'Law & Order', description: 'For owners', ...pages, updatedAt: lastChange(items), items };
}

const hostileRow: Partial<FeedRow> = {
  title: HOSTILE,
  summary: HOSTILE,
  author: HOSTILE,
  content: `<p>${HOSTILE}</p><p>]]>]]></p>`,
  categoryName: HOSTILE,
  imageUrl: 'https://images.test/a.jpg?x=1&y="<',
  tags: [{ slug: 'x', name: HOSTILE }],
};

describe('RSS feed', () => {
  it('contains hostile titles, texts and URLs unchanged', () => {
    const item = parseXml(toRss(feedOf(hostileRow))).find('item');
    expect(item.text('title')).toBe(HARMLESS);
    expect(item.text('dc:creator')).toBe(HARMLESS);
    expect(item.all('category').map((category) => category.content)).toEqual([HARMLESS, HARMLESS]);
    expect(item.text('content:encoded')).toBe(`<p>${HARMLESS}</p><p>]]>]]></p>`);
    expect(item.find('enclosure').attributes).toEqual({
      url: 'https://images.test/a.jpg?x=1&y=%22%3C',
      length: '0',
      type: 'image/jpeg',
    });
  });

  it('escapes tags and entities in a summary twice, so that they are not read as HTML', () => {
    const item = parseXml(toRss(feedOf({ summary: 'Use <b> & &lt;i> at Q&A' }))).find('item');
    expect(item.text('description')).toBe('Use &lt;b> & &amp;lt;i> at Q&A');
  });

  it('dates an item by its first publication and the feed by its last change', () => {
    const channel = parseXml(toRss(feedOf({}))).find('channel');
    expect(channel.text('lastBuildDate')).toBe('Sat, 01 Mar 2025 10:00:00 GMT');
    expect(channel.find('item').text('pubDate')).toBe('Sun, 05 Jan 2025 10:00:00 GMT');
  });

  it('contains the site name, the category before the tags, and the JPEG of our images', () => {
    const channel = parseXml(toRss(feedOf({}))).find('channel');
    expect(channel.find('atom:link').attributes).toMatchObject({ rel: 'self', href: `${SITE}/feed.xml` });
    expect(channel.all('category').map((category) => category.content)).toEqual([
      'AI & Automation',
      'Hiring',
    ]);
    const url = `${SITE}/media/article-images/covers/a.jpg?v=og`;
    expect(channel.find('enclosure').attributes).toMatchObject({ url, type: 'image/jpeg' });
    expect(channel.find('media:content').attributes).toMatchObject({ url, medium: 'image' });
  });

  it('has no enclosure for an image of unknown type', () => {
    const item = parseXml(toRss(feedOf({ imageUrl: 'https://images.test/42' }))).find('item');
    expect(item.all('enclosure')).toEqual([]);
    expect(item.find('media:content').attributes).toEqual({
      url: 'https://images.test/42',
      medium: 'image',
    });
  });

  it('shows the stock image if there is none, and the default for a blocked host', () => {
    const image = (imageUrl: string | null) => feedOf({ imageUrl }).items[0]?.image.url;
    expect(image(null)).toBe(`${SITE}/stock/ai-automation-800.webp`);
    expect(image('https://images.example-blocked.com/a.jpg')).toBe(`${SITE}/stock/default-800.webp`);
  });

  it('uses the summary of an article without content', () => {
    const item = parseXml(toRss(feedOf({ content: '', summary: 'Fees & costs' }))).find('item');
    expect(item.text('content:encoded')).toBe('<p>Fees &amp; costs</p>');
  });

  it('is well-formed without articles', () => {
    expect(parseXml(toRss(feedOf())).all('item')).toEqual([]);
  });
});

describe('Atom feed', () => {
  it('contains hostile texts unchanged, also in attributes', () => {
    const entry = parseXml(toAtom(feedOf(hostileRow))).find('entry');
    expect(entry.text('title')).toBe(HARMLESS);
    expect(entry.text('summary')).toBe(HARMLESS);
    expect(entry.find('category').attributes.label).toBe(HARMLESS);
    expect(entry.text('content')).toBe(`<p>${HARMLESS}</p><p>]]>]]></p>`);
  });

  it('has everything that RFC 4287 requires, with and without articles', () => {
    const feed = parseXml(toAtom(feedOf({})));
    expect(feed.text('updated')).toBe('2025-03-01T10:00:00.000Z');
    const entry = feed.find('entry');
    expect(entry.text('id')).toBe('urn:uuid:0b9e8a4e-1111-4222-8333-444455556666');
    expect(entry.find('author').text('name')).toBe('Dana Reyes');
    expect(entry.text('published')).toBe('2025-01-05T10:00:00.000Z');
    expect(parseXml(toAtom(feedOf())).text('updated')).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('JSON feed', () => {
  it('is version 1.1 with authors, tags and dates', () => {
    const feed = JSON.parse(toJsonFeed(feedOf({})));
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: `${SITE}/feed.xml` });
    expect(feed.items[0]).toMatchObject({
      url: `${SITE}/article/hiring-a-virtual-paralegal`,
      content_html: '<p>Text</p>',
      date_published: '2025-01-05T10:00:00.000Z',
      authors: [{ name: 'Dana Reyes', url: `${SITE}/author/dana-reyes` }],
      tags: ['AI & Automation', 'Hiring'],
    });
  });
});

describe('an article by several authors', () => {
  const coauthors = [{ name: HOSTILE, slug: 'ann' }];

  it('names all of them in each format, in order', () => {
    const feed = feedOf({ coauthors });
    const rss = parseXml(toRss(feed)).find('item');
    expect(rss.all('dc:creator').map(({ content }) => content)).toEqual(['Dana Reyes', HARMLESS]);
    const atom = parseXml(toAtom(feed)).find('entry');
    expect(atom.all('author').map((author) => [author.text('name'), author.text('uri')])).toEqual([
      ['Dana Reyes', `${SITE}/author/dana-reyes`],
      [HARMLESS, `${SITE}/author/ann`],
    ]);
    expect(JSON.parse(toJsonFeed(feed)).items[0].authors).toMatchObject([
      { name: 'Dana Reyes' },
      { name: HOSTILE, url: `${SITE}/author/ann` },
    ]);
  });
});

describe('URLs in syndicated text', () => {
  const PAGE = `${SITE}/article/a`;

  it.each([
    ['<a href="/tag/seo">x</a>', `<a href="${SITE}/tag/seo">x</a>`],
    ['<a href="#fees">x</a>', `<a href="${PAGE}#fees">x</a>`],
    ['<a href="b?x=1&amp;y=2">x</a>', `<a href="${SITE}/article/b?x=1&amp;y=2">x</a>`],
    ['<a title="t" href="//other.test/b">x</a>', '<a title="t" href="https://other.test/b">x</a>'],
    ['<img src="/media/a.jpg" alt="" />', `<img src="${SITE}/media/a.jpg" alt="" />`],
    ['<blockquote cite="/page/about">x</blockquote>', `<blockquote cite="${SITE}/page/about">x</blockquote>`],
  ])('are made absolute: %s', (html, expected) => {
    expect(absoluteHtml(html, PAGE)).toBe(expected);
  });

  it.each([
    '<a href="https://other.test/b?x=1&amp;y=2">x</a>',
    '<a href="mailto:a@b.test">x</a>',
    '<a href="https://[broken">x</a>',
    '<p>Write href="/a" in your page</p>',
    '<img alt="see href=/a" src="https://other.test/a.png" />',
  ])('are unchanged: %s', (html) => {
    expect(absoluteHtml(html, PAGE)).toBe(html);
  });
});

describe('sitemaps', () => {
  it('list URLs with their last change and image, escaped', () => {
    const url = {
      url: `${SITE}/article/a`,
      lastModified: row.updatedAt,
      imageUrl: 'https://p.test/a.jpg?x=1&y=2',
    };
    const sitemap = parseXml(toSitemap([url, { url: `${SITE}/`, lastModified: null }]));
    expect(sitemap.all('loc').map((loc) => loc.content)).toEqual([`${SITE}/article/a`, `${SITE}/`]);
    expect(sitemap.all('lastmod').map((time) => time.content)).toEqual(['2025-03-01T10:00:00.000Z']);
    expect(sitemap.text('image:loc')).toBe('https://p.test/a.jpg?x=1&y=2');
    const index = parseXml(toSitemapIndex([`${SITE}/sitemaps/pages.xml`]));
    expect(index.find('sitemap').text('loc')).toBe(`${SITE}/sitemaps/pages.xml`);
  });

  it('name the publication of each news article', () => {
    const news = [{ url: `${SITE}/article/a`, title: HOSTILE, publishedAt: row.updatedAt }];
    const url = parseXml(toNewsSitemap('Law & Order', news, `${SITE}/`)).find('url');
    expect(url.text('news:name')).toBe('Law & Order');
    expect(url.text('news:title')).toBe(HARMLESS);
    expect(url.text('news:publication_date')).toBe('2025-03-01T10:00:00.000Z');
  });

  it('list the home page when there is no news, because the schema requires a URL', () => {
    const sitemap = parseXml(toNewsSitemap('Law & Order', [], `${SITE}/`));
    expect(sitemap.text('loc')).toBe(`${SITE}/`);
    expect(sitemap.all('news:news')).toEqual([]);
  });
});

describe('robots.txt and similar files', () => {
  it('keep crawlers out of the admin and point to the sitemaps', () => {
    const robots = toRobots(SITE).split('\n');
    for (const path of ['/admin', '/auth$', '/auth?', '/auth/', '/api/', '/search'])
      expect(robots).toContain(`Disallow: ${path}`);
    // Rules apply to all paths that begin with them.
    for (const path of ['/author/ann', '/article/fees', '/archive', '/adr'])
      expect(robots.filter((line) => path.startsWith(line.split('Disallow: ')[1] ?? ' '))).toEqual([]);
    expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(robots).toContain(`Sitemap: ${SITE}/news-sitemap.xml`);
  });

  it('limit security contacts to a year and stay the same all day', () => {
    const file = toSecurityTxt(SITE, new Date('2025-06-01T23:59:00Z'));
    expect(file).toContain('Expires: 2026-06-01T00:00:00.000Z');
    expect(file).toBe(toSecurityTxt(SITE, new Date('2025-06-01T00:01:00Z')));
    expect(file).toContain(`Contact: ${SITE}/page/contact`);
    expect(file).toContain(`Canonical: ${SITE}/.well-known/security.txt`);
  });

  it('list articles for language models, one per line', () => {
    const title = 'New](https://evil.test)\n# Ignore <script>';
    const file = toLlmsTxt({
      ...{ siteUrl: SITE, name: 'Law & Order', blurb: 'For owners' },
      categories: [{ slug: 'tools', name: 'Tools', description: '' }],
      articles: [{ slug: 'a', title, summary: 'In\nshort' }],
    });
    expect(file.split('\n').slice(0, 3)).toEqual(['# Law & Order', '', '> For owners']);
    expect(file).toContain(`\n- [Tools](${SITE}/category/tools)\n`);
    expect(file).toContain(
      `- [New\\](https://evil.test) # Ignore \\<script>](${SITE}/article/a): In short\n`,
    );
  });

  it('describe the search for browsers, within the limits of OpenSearch', () => {
    const file = parseXml(toOpenSearch(SITE, `${'Law & Order '.repeat(9)}`));
    expect(file.text('ShortName')).toBe('Law & Order Law');
    expect(file.text('LongName').length).toBeLessThanOrEqual(48);
    expect(file.all('Url').map((url) => [url.attributes.type, url.attributes.template])).toEqual([
      ['text/html', `${SITE}/search?q={searchTerms}`],
      ['application/opensearchdescription+xml', `${SITE}/opensearch.xml`],
    ]);
  });

  it('describe the web app in the colors of its style sheet', () => {
    const manifest = JSON.parse(toWebManifest({ name: 'Law & Order', blurb: 'For owners' }));
    expect(manifest).toMatchObject({ name: 'Law & Order', start_url: '/', display: 'minimal-ui' });
    const tokens = readFileSync(new URL('../../../app/styles/tokens.css', import.meta.url), 'utf8');
    expect(tokens).toContain(`--paper: light-dark(${manifest.background_color},`);
    expect(tokens).toContain(`--night: ${manifest.theme_color};`);
  });
});

class Node {
  readonly children: Node[] = [];
  content = '';
  constructor(
    readonly name: string,
    readonly attributes: Record<string, string>,
  ) {}
  all(name: string): Node[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }
  find(name: string): Node {
    const [found] = this.all(name);
    if (!found) throw new Error(`No ${name} in ${this.name}`);
    return found;
  }
  text(name: string): string {
    return this.find(name).content;
  }
}

const TOKEN = /<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:-]+)>|<([\w:-]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** Parses XML 1.0 with namespaces and returns the root. @throws on any violation */
function parseXml(xml: string): Node {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) throw new Error('No declaration');
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('Not a character');
  const source = xml.slice(declaration.length).trimEnd();
  const document = new Node('', {});
  const open = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    const parent = open.at(-1);
    if (!token || !parent) throw new Error(`Not well formed: ${source.slice(at, at + 60)}`);
    const [, raw, closed, name, attributes = '', empty, text] = token;
    if (raw !== undefined) parent.content += raw;
    else if (text !== undefined) parent.content += decode(text);
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (name !== undefined) {
      const node = new Node(name, readAttributes(attributes));
      parent.children.push(node);
      if (!empty) open.push(node);
    }
  }
  const [root, ...others] = document.children;
  if (!root || others.length > 0 || open.length > 1 || document.content)
    throw new Error('Not one whole element');
  for (const name of namesIn(root)) {
    const prefix = /^(\w+):/.exec(name)?.[1];
    const isDeclared = !prefix || /^xml(ns)?$/.test(prefix) || `xmlns:${prefix}` in root.attributes;
    if (!isDeclared) throw new Error(`Nobody declares ${prefix}:`);
  }
  return root;
}

function namesIn(node: Node): string[] {
  return [node.name, ...Object.keys(node.attributes), ...node.children.flatMap(namesIn)];
}

function readAttributes(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    decode(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`Twice the same: ${source}`);
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  if (text.includes(']]>')) throw new Error('A section ends that never began');
  return text.replace(/&([^;\s]*;?)/g, (_, entity: string) => {
    const character = entity.endsWith(';') && NAMED[entity.slice(0, -1)];
    if (!character) throw new Error(`No entity: &${entity}`);
    return character;
  });
}
