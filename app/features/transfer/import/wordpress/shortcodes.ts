// Expands WordPress shortcodes such as `[caption …]…[/caption]`. Other brackets stay.
import { findEmbed } from '~/lib/html/embeds';
import { escapeHtml } from '~/lib/html/escape';

export interface ExpandedShortcodes {
  html: string;
  /** Names of unknown shortcodes: their tags are removed, the content between them stays. */
  unknown: string[];
}

/** Attachment URLs by id; undefined for one missing in the file. */
export type Attachments = Readonly<Record<string, string>>;

type ExpandShortcode = (
  attributes: Record<string, string>,
  inner: string,
  attachments: Attachments,
) => string;

const image = (src: string, alt = '') => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" />`;

/**
 * An embed for a known provider, otherwise a link. Surrounded by blank lines, so that no paragraph encloses
 * it.
 */
export function toEmbed(address: string): string {
  const url = address.trim().replaceAll('&amp;', '&');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return '';
  const found = findEmbed(url);
  const href = escapeHtml(found?.url ?? url);
  return found
    ? `\n\n<figure data-embed="${found.provider}"><a href="${href}">${href}</a></figure>\n\n`
    : `\n\n<p><a href="${href}">${href}</a></p>\n\n`;
}

const MAX_IMAGES = 300;

/** Ids of a gallery's images, without duplicates. */
export function listGalleryIds(written: string): string[] {
  const ids = written.split(',', MAX_IMAGES).map((id) => id.trim());
  return [...new Set(ids)];
}

const KNOWN: Record<string, ExpandShortcode> = {
  caption: ({ caption }, inner) => toFigure(inner, caption),
  wp_caption: ({ caption }, inner) => toFigure(inner, caption),
  gallery: ({ ids = '', include = '' }, _inner, attachments) =>
    `\n\n${listGalleryIds(ids || include)
      .map((id) => attachments[id])
      .filter((src) => src !== undefined)
      .map((src) => `<figure>${image(src)}</figure>`)
      .join('\n\n')}\n\n`,
  embed: ({ src = '' }, inner) => toEmbed(inner || src),
  youtube: (attributes, inner) => toEmbed(attributes.url ?? attributes.src ?? attributes[''] ?? inner),
  vimeo: (attributes, inner) => toEmbed(attributes.url ?? attributes[''] ?? inner),
  video: ({ src, mp4, webm }) => toEmbed(src ?? mp4 ?? webm ?? ''),
  audio: ({ src, mp3 }) => toEmbed(src ?? mp3 ?? ''),
  code: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
  sourcecode: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
};

/** Turns a caption shortcode into a figure: the image with its link, if any, and the caption. */
function toFigure(inner: string, given?: string): string {
  const [whole = '', image = ''] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i.exec(inner) ?? [];
  if (!image) return inner;
  const captionText = (given ?? inner.slice(whole.length)).trim();
  const caption = captionText ? `<figcaption>${captionText}</figcaption>` : '';
  return `\n\n<figure>${image}${caption}</figure>\n\n`;
}

/** `[name attributes]`. Double brackets are an escaped shortcode, shown as text. */
const TAG = /(\[?)\[(\/?)([a-z][\w-]{1,40})((?:\s[^[\]<>]*)?)(\/?)\](\]?)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|(\S+)/g;
const MAX_DEPTH = 6;

export function expandShortcodes(html: string, attachments: Attachments): ExpandedShortcodes {
  const unknown = new Set<string>();
  const closed = new Set(
    [...html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  const isOne = (name: string, rest: string) =>
    Object.hasOwn(KNOWN, name) || closed.has(name) || /=\s*["'\w]/.test(rest) || name.includes('_');
  let text = html;
  for (let round = 0; round < MAX_DEPTH; round += 1) {
    const before = text;
    text = expandPairs(text, attachments);
    if (text === before) break;
  }
  text = text.replace(
    TAG,
    (whole, extra: string, slash: string, given: string, rest: string, _self, more: string) => {
      if (extra && more) return whole.slice(1, -1);
      const name = given.toLowerCase();
      if (!isOne(name, rest)) return whole;
      const known = KNOWN[name];
      if (known && !slash) return extra + known(readAttributes(rest), '', attachments) + more;
      if (!known) unknown.add(name);
      return extra + more;
    },
  );
  return { html: text, unknown: [...unknown].sort() };
}

/** Expands known shortcodes with content, innermost first. */
function expandPairs(html: string, attachments: Attachments): string {
  const names = Object.keys(KNOWN).join('|');
  const pair = new RegExp(
    `\\[(${names})((?:\\s[^\\[\\]]*)?)\\]((?:(?!\\[(?:${names})[\\s\\]])[\\s\\S])*?)\\[\\/\\1\\]`,
    'gi',
  );
  return html.replace(pair, (whole, name: string, rest: string, inner: string, at: number) => {
    const isShown = html[at - 1] === '[' && html[at + whole.length] === ']';
    return isShown ? whole : (KNOWN[name.toLowerCase()]?.(readAttributes(rest), inner, attachments) ?? whole);
  });
}

/** A value without a name is stored under ''. */
function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare, quoted, word] of text.matchAll(ATTRIBUTE)) {
    if (name) attributes[name.toLowerCase()] = double ?? single ?? bare ?? '';
    else attributes[''] ??= (quoted ?? word ?? '').replace(/^=/, '');
  }
  return attributes;
}
