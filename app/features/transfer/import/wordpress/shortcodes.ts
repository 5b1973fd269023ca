// Expands WordPress shortcodes such as `[caption …]…[/caption]`. Other brackets stay.
import { findEmbed } from '~/lib/html/embeds';
import { escapeHtml } from '~/lib/html/escape';
import { addNotes } from '../import-report';
import type { Attachment } from '../source-post';

export interface ExpandedShortcodes {
  html: string;
  /** Unknown shortcodes as written, each as often as it occurs: their tags are removed, the content between them stays. */
  unknown: string[];
  /** Content that known shortcodes show but the export does not contain. */
  notes: string[];
}

/** What the shortcodes of a post refer to. */
export interface Attached {
  attachments: Readonly<Record<string, Attachment>>;
  /** Ids of the images that were uploaded to the post. */
  gallery?: readonly string[];
  /** Ids of the images that were uploaded to other posts, by post. */
  galleries?: Readonly<Record<string, readonly string[]>>;
}

type ExpandShortcode = (
  attributes: Record<string, string>,
  inner: string,
  attached: Attached,
  note: (text: string) => void,
) => string;

const image = (src: string, alt = '') => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" />`;

/**
 * An embed for a known provider, otherwise a link. Surrounded by blank lines, so that no paragraph encloses
 * it.
 */
export function toEmbed(address: string): string {
  const url = address.trim().replaceAll('&amp;', '&');
  if (url === '') return '';
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return `\n\n<p>${escapeHtml(url)}</p>\n\n`;
  const found = findEmbed(url);
  const href = escapeHtml(found?.url ?? url);
  return found
    ? `\n\n<figure data-embed="${found.provider}"><a href="${href}">${href}</a></figure>\n\n`
    : `\n\n<p><a href="${href}">${href}</a></p>\n\n`;
}

/** Per gallery. */
export const MAX_IMAGES = 300;

/** The ids in a list such as `1,2`, without duplicates. */
function listIds(written = ''): string[] {
  const ids = written.split(',', MAX_IMAGES + 1).map((id) => id.trim());
  return [...new Set(ids)].filter(Boolean);
}

const GALLERY = /\[gallery\b([^[\]]*)\]/gi;

export interface Gallery {
  /** Its images; empty if it shows the images that were uploaded to a post. */
  ids: string[];
  /** The id of that post; '' for the gallery's own post. */
  post: string;
}

export const listGalleries = (content: string): Gallery[] =>
  [...content.matchAll(GALLERY)].map(([, written = '']) => readGallery(readAttributes(written)));

function readGallery({ ids, include, id = '' }: Record<string, string>): Gallery {
  return { ids: listIds(ids || include), post: id };
}

const KNOWN: Record<string, ExpandShortcode> = {
  caption: ({ caption }, inner) => toFigure(inner, caption),
  wp_caption: ({ caption }, inner) => toFigure(inner, caption),
  gallery: toGallery,
  embed: ({ src = '' }, inner) => toEmbed(inner || src),
  youtube: (attributes, inner) => toEmbed(attributes.url ?? attributes.src ?? attributes[''] ?? inner),
  vimeo: (attributes, inner) => toEmbed(attributes.url ?? attributes[''] ?? inner),
  video: (attributes, inner, _, note) => toPlayer('video', attributes, inner, note),
  audio: (attributes, inner, _, note) => toPlayer('audio', attributes, inner, note),
  code: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
  sourcecode: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
};

function toGallery(
  attributes: Record<string, string>,
  _inner: string,
  { attachments, gallery = [], galleries = {} }: Attached,
  note: (text: string) => void,
): string {
  const excluded = new Set(listIds(attributes.exclude));
  const { ids, post } = readGallery(attributes);
  const uploaded = post ? (galleries[post] ?? []) : gallery;
  const shown = ids.length > 0 ? ids : uploaded.filter((one) => !excluded.has(one));
  if (shown.length === 0)
    note(`A gallery was left empty. The export has no images for ${post ? `post ${post}` : 'this post'}.`);
  if (shown.length > MAX_IMAGES) note(`A gallery was cut to ${MAX_IMAGES} images.`);
  const figures = shown.slice(0, MAX_IMAGES).map((one) => {
    const found = attachments[one];
    if (!found) {
      note(`A gallery image is missing from the export (ID ${one}).`);
      return '';
    }
    const caption = found.caption && `<figcaption>${found.caption}</figcaption>`;
    return `<figure>${image(found.url, found.alt)}${caption}</figure>`;
  });
  const found = figures.filter(Boolean);
  const all = found.join('');
  return `\n\n${found.length > 1 ? `<figure class="wp-block-gallery">${all}</figure>` : all}\n\n`;
}

const PLAYED = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flv', 'wmv', 'wma'];

/** A player for the first file. */
function toPlayer(
  tag: 'video' | 'audio',
  attributes: Record<string, string>,
  inner: string,
  note: (text: string) => void,
): string {
  const [first, ...others] = [...PLAYED.map((name) => attributes[name]), attributes[''], inner.trim()].filter(
    Boolean,
  );
  if (!first) {
    note(`The shortcode [${tag}] names no file, so nothing is shown.`);
    return '';
  }
  if (findEmbed(first)) return toEmbed(first);
  const poster = attributes.poster ? ` poster="${escapeHtml(attributes.poster)}"` : '';
  const sources = others.map((other) => `<source src="${escapeHtml(other ?? '')}">`).join('');
  return `\n\n<figure><${tag} src="${escapeHtml(first)}"${poster}>${sources}</${tag}></figure>\n\n`;
}

/** Turns a caption shortcode into a figure: the image, its link if it has one, and its captions. */
function toFigure(inner: string, given?: string): string {
  const [whole = '', image = ''] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i.exec(inner) ?? [];
  if (!image) return given ? `${inner}\n\n<p>${given}</p>\n\n` : inner;
  const captionText = [inner.slice(whole.length), given ?? '']
    .map((text) => text.trim())
    .filter(Boolean)
    .join('<br />');
  const caption = captionText ? `<figcaption>${captionText}</figcaption>` : '';
  return `\n\n<figure>${image}${caption}</figure>\n\n`;
}

/** `[name attributes]`. Double brackets are an escaped shortcode, shown as text. */
const TAG = /(\[?)\[(\/?)([a-z][\w-]{1,40})((?:\s[^[\]<>]*)?)(\/?)\](\]?)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|(\S+)/g;
const MAX_DEPTH = 6;

export function expandShortcodes(html: string, attached: Attached): ExpandedShortcodes {
  const unknown: string[] = [];
  const notes: string[] = [];
  const note = (text: string) => addNotes(notes, [text]);
  const closed = new Set(
    [...html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  const isOne = (name: string, rest: string) =>
    Object.hasOwn(KNOWN, name) || closed.has(name) || /=\s*["'\w]/.test(rest) || name.includes('_');
  let text = html;
  for (let round = 0; round < MAX_DEPTH; round += 1) {
    const before = text;
    text = expandPairs(text, attached, note);
    if (text === before) break;
  }
  text = text.replace(
    TAG,
    (whole, extra: string, slash: string, given: string, rest: string, self: string, more: string) => {
      if (extra && more) return whole.slice(1, -1);
      const name = given.toLowerCase();
      if (!isOne(name, rest)) return whole;
      const known = KNOWN[name];
      if (known && !slash) return extra + known(readAttributes(rest), '', attached, note) + more;
      if (!known && !slash) addNotes(unknown, [`[${given}${rest.trimEnd()}${self}]`]);
      return extra + more;
    },
  );
  return { html: text, unknown: unknown.sort(), notes };
}

/** Expands known shortcodes with content, innermost first. */
function expandPairs(html: string, attached: Attached, note: (text: string) => void): string {
  const names = Object.keys(KNOWN).join('|');
  const pair = new RegExp(
    `\\[(${names})((?:\\s[^\\[\\]]*)?)\\]((?:(?!\\[(?:${names})[\\s\\]])[\\s\\S])*?)\\[\\/\\1\\]`,
    'gi',
  );
  return html.replace(pair, (whole, name: string, rest: string, inner: string, at: number) => {
    const isShown = html[at - 1] === '[' && html[at + whole.length] === ']';
    return isShown
      ? whole
      : (KNOWN[name.toLowerCase()]?.(readAttributes(rest), inner, attached, note) ?? whole);
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
