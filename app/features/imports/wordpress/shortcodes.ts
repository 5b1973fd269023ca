// WordPress's shortcodes in a text, `[caption …]…[/caption]`, turned into what they stand for. Brackets that are none stay.
import { findEmbed } from '~/lib/embeds';
import { escapeHtml } from '~/lib/escape';

export interface Unfolded {
  html: string;
  /** Names of those that nothing is known of: their tags are gone, what stood between them stays. */
  unknown: string[];
}

/** Address of an attachment by its number; undefined for one that the file does not hold. */
export type Attachments = Readonly<Record<string, string>>;

type Unfold = (attributes: Record<string, string>, inner: string, attachments: Attachments) => string;

const picture = (src: string, alt = '') => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" />`;

/** A film or a post of a known site, else a link. Apart from what is around it, so that no paragraph encloses it. */
export function toEmbed(address: string): string {
  const url = address.trim().replaceAll('&amp;', '&');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return '';
  const found = findEmbed(url);
  const href = escapeHtml(found?.url ?? url);
  return found
    ? `\n\n<figure data-embed="${found.provider}"><a href="${href}">${href}</a></figure>\n\n`
    : `\n\n<p><a href="${href}">${href}</a></p>\n\n`;
}

const MOST_PICTURES = 300;

/** Numbers of a gallery's pictures, each once. */
export function listIds(written: string): string[] {
  const ids = written.split(',', MOST_PICTURES).map((id) => id.trim());
  return [...new Set(ids)];
}

const KNOWN: Record<string, Unfold> = {
  caption: ({ caption }, inner) => toFigure(inner, caption),
  wp_caption: ({ caption }, inner) => toFigure(inner, caption),
  gallery: ({ ids = '', include = '' }, _inner, attachments) =>
    `\n\n${listIds(ids || include)
      .map((id) => attachments[id])
      .filter((src) => src !== undefined)
      .map((src) => `<figure>${picture(src)}</figure>`)
      .join('\n\n')}\n\n`,
  embed: ({ src = '' }, inner) => toEmbed(inner || src),
  youtube: (attributes, inner) => toEmbed(attributes.url ?? attributes.src ?? attributes[''] ?? inner),
  vimeo: (attributes, inner) => toEmbed(attributes.url ?? attributes[''] ?? inner),
  video: ({ src, mp4, webm }) => toEmbed(src ?? mp4 ?? webm ?? ''),
  audio: ({ src, mp3 }) => toEmbed(src ?? mp3 ?? ''),
  code: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
  sourcecode: (_attributes, inner) => `<pre><code>${inner.trim()}</code></pre>`,
};

/** Of a caption the picture, with the link around it if there is one, and the words behind. */
function toFigure(inner: string, given?: string): string {
  const [whole = '', image = ''] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i.exec(inner) ?? [];
  if (!image) return inner;
  const words = (given ?? inner.slice(whole.length)).trim();
  const caption = words ? `<figcaption>${words}</figcaption>` : '';
  return `\n\n<figure>${image}${caption}</figure>\n\n`;
}

/** `[name`, its attributes, `]`; twice bracketed it is text that shows a shortcode. */
const TAG = /(\[?)\[(\/?)([a-z][\w-]{1,40})((?:\s[^[\]<>]*)?)(\/?)\](\]?)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|(\S+)/g;
const DEEPEST = 6;

export function unfoldShortcodes(html: string, attachments: Attachments): Unfolded {
  const unknown = new Set<string>();
  const closed = new Set(
    [...html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  const isOne = (name: string, rest: string) =>
    Object.hasOwn(KNOWN, name) || closed.has(name) || /=\s*["'\w]/.test(rest) || name.includes('_');
  let text = html;
  for (let round = 0; round < DEEPEST; round += 1) {
    const before = text;
    text = unfoldPairs(text, attachments);
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

/** Known ones with something in them, the innermost first. */
function unfoldPairs(html: string, attachments: Attachments): string {
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

/** What stands there without a name is under ''. */
function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare, quoted, word] of text.matchAll(ATTRIBUTE)) {
    if (name) attributes[name.toLowerCase()] = double ?? single ?? bare ?? '';
    else attributes[''] ??= (quoted ?? word ?? '').replace(/^=/, '');
  }
  return attributes;
}
