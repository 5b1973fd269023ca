// Reads every item of an export file, without the readers of the product.
import { addressesIn, imagesOf, oneLine, runsOf, spokenOf } from './source-texts';

export interface SourceItem {
  id: string;
  title: string;
  /** The address of an uploaded file; '' for a post. */
  file: string;
  /** The texts of the content, in order. */
  body: string[];
  /** Further texts: title, summary, descriptions and captions of images, footnotes, settings of blocks and so on. */
  texts: string[];
  /** Names: authors, categories, tags, custom fields. */
  names: string[];
  /** As written. */
  addresses: string[];
  /** As written, as often as they are shown. */
  images: string[];
}

const filled = (texts: readonly (string | null | undefined)[]) =>
  texts.map((text) => text ?? '').filter(Boolean);

// WordPress

/** Shortcodes that show an image, a file or a page, whose addresses are compared. */
const SHOWN = new Set(['caption', 'gallery', 'video', 'audio', 'embed']);
const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:\s[^\]]*=[^\]]*)?)\]/gi;
const BLOCK = /<!--\s*wp:([\w/-]+)\s+(\{.*\})\s*(\/?)-->/g;

const unescapeXml = (text: string) => {
  const [, inside] = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(text) ?? [];
  return inside ?? oneLine(text);
};

function fieldOf(item: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(item) ?? [];
  return unescapeXml(text);
}

const partsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}>`, 'g'))].map(([part]) => part);

const metaOf = (item: string) =>
  Object.fromEntries(
    partsOf(item, 'wp:postmeta').map((meta) => [
      fieldOf(meta, 'wp:meta_key'),
      fieldOf(meta, 'wp:meta_value'),
    ]),
  );

interface Attachment {
  url: string;
  alt: string;
  caption: string;
  parent: string;
}

const attachmentOf = (item: string): Attachment => ({
  url: fieldOf(item, 'wp:attachment_url'),
  alt: metaOf(item)._wp_attachment_image_alt ?? '',
  caption: fieldOf(item, 'excerpt:encoded'),
  parent: fieldOf(item, 'wp:post_parent'),
});

/** The texts that blocks keep in their settings only. */
function settingsOf(content: string): string[] {
  return [...content.matchAll(BLOCK)].flatMap(([, name = '', json = '', isLone = '']) => {
    const values = valuesOf(JSON.parse(json)).filter((value) => !/^https?:/.test(value));
    // The settings of a block with content are choices such as `media`, unless they are several words.
    if (!isLone) return values.filter((value) => /\s/.test(value));
    // A block with an address becomes a link, which needs no name.
    return json.includes('"url":') ? values : [name, ...values];
  });
}

const valuesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [String(value)];

export function readWordpressItems(xml: string): SourceItem[] {
  const items = partsOf(xml, 'item');
  const idOf = (item: string) => fieldOf(item, 'wp:post_id') || fieldOf(item, 'guid');
  const attachments = new Map(
    items
      .filter((item) => item.includes('<wp:attachment_url>'))
      .map((item) => [idOf(item), attachmentOf(item)]),
  );
  const names = new Map([
    ...partsOf(xml, 'wp:author').map(
      (author) => [fieldOf(author, 'wp:author_login'), fieldOf(author, 'wp:author_display_name')] as const,
    ),
    // Guest authors of Co-Authors Plus are items.
    ...items.map(
      (item) => [fieldOf(item, 'wp:post_name').replace(/^cap-/, ''), fieldOf(item, 'title')] as const,
    ),
  ]);
  return items.map((item) => {
    const id = idOf(item);
    const content = fieldOf(item, 'content:encoded');
    const meta = metaOf(item);
    const shortcodes: string[] = [];
    const shown: Attachment[] = [];
    const html = content
      // The number of a footnote leads to its text, which is compared as a text of its own.
      .replace(/<sup data-fn[\s\S]*?<\/sup>/g, '')
      .replace(SHORTCODE, (whole, slash: string, name: string, attributes: string) => {
        if (name === 'gallery') {
          const ids = /ids="([^"]*)"/.exec(attributes)?.[1]?.split(',');
          const own = [...attachments].filter(([, { parent }]) => parent === id).map(([one]) => one);
          shown.push(...(ids ?? own).flatMap((one) => attachments.get(one) ?? []));
        }
        // The editor's own brackets, such as [sic].
        if (!slash && !attributes && !SHOWN.has(name)) return whole;
        // Unknown shortcodes are reported as written.
        if (!slash && !SHOWN.has(name)) shortcodes.push(whole);
        return '<br>';
      });
    const isClassic = !/<!-- wp:|<p[\s>]/.test(content);
    const footnotes: { content: string }[] = JSON.parse(meta.footnotes ?? '[]');
    const featured = attachments.get(meta._thumbnail_id ?? '');
    const others = [
      fieldOf(item, 'excerpt:encoded'),
      ...footnotes.map((note) => note.content),
      ...filled([featured?.caption, ...shown.map(({ caption }) => caption)]),
    ];
    const terms = partsOf(item, 'category');
    // The authors that Co-Authors Plus names replace the account.
    const hasAuthors = terms.some((term) => term.includes('domain="author"'));
    const named = [
      ...(hasAuthors ? [] : [fieldOf(item, 'dc:creator')]),
      ...terms.map((term) => fieldOf(term, 'category')),
    ];
    // Fields with an underscore are internal to WordPress and plugins.
    const fields = Object.keys(meta).filter((key) => !key.startsWith('_') && key !== 'footnotes');
    return {
      id,
      title: fieldOf(item, 'title'),
      file: fieldOf(item, 'wp:attachment_url'),
      body: runsOf(isClassic ? html.replaceAll('\n', '<br>') : html),
      texts: filled([
        fieldOf(item, 'title'),
        ...spokenOf(html),
        ...others.flatMap(runsOf),
        ...settingsOf(content),
        ...shortcodes,
        featured?.alt,
        ...shown.map(({ alt }) => alt),
        // Plugins store numbers and choices in fields of one word, which are only named.
        ...fields.flatMap((key) => (/\s/.test(meta[key] ?? '') ? meta[key] : [])),
      ]),
      names: filled([...named.map((name) => names.get(name) ?? name), ...fields]),
      addresses: [...addressesIn(content), ...others.flatMap(addressesIn), ...filled([featured?.url])],
      images: [...imagesOf(html), ...shown.map(({ url }) => url)],
    };
  });
}

// Ghost

type GhostRow = Record<string, string | null>;

/** Fields that are not content, and copies of the HTML in other formats. */
const TECHNICAL =
  /^(?:id|uuid|post_id|slug|html|plaintext|mobiledoc|lexical|type|status|visibility|featured|\w+_at|\w+_id|feature_image|\w+_image)$/;

export function readGhostItems(json: string): SourceItem[] {
  const data: Record<string, GhostRow[]> = JSON.parse(json.replaceAll('__GHOST_URL__', '')).db[0].data;
  const { posts = [], posts_meta = [], posts_tags = [], posts_authors = [], tags = [], users = [] } = data;
  const namesOf = (links: GhostRow[], key: string, rows: GhostRow[], post: GhostRow) =>
    links
      .filter((link) => link.post_id === post.id)
      .map((link) => rows.find((row) => row.id === link[key])?.name);
  return posts.map((post) => {
    const html = post.html || post.plaintext || '';
    const rows = [post, ...posts_meta.filter((meta) => meta.post_id === post.id)];
    const fields = rows.flatMap((row) => Object.entries(row));
    const others = filled(fields.flatMap(([name, value]) => (TECHNICAL.test(name) ? [] : [value])));
    const files = fields.flatMap(([name, value]) => (/(?:^|_)image$/.test(name) ? [value] : []));
    return {
      id: post.id ?? '',
      title: post.title ?? '',
      file: '',
      body: runsOf(html),
      texts: [...others.flatMap(runsOf), ...spokenOf(html)],
      names: filled([
        ...namesOf(posts_tags, 'tag_id', tags, post),
        ...namesOf(posts_authors, 'author_id', users, post),
      ]),
      addresses: [...addressesIn(html), ...others.flatMap(addressesIn), ...filled(files)],
      images: imagesOf(html),
    };
  });
}
