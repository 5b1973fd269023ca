// Splits HTML into the texts and addresses that a reader sees, without the parser of the product.
import { toPlain } from '../html';

/** Elements within a line. All others begin a new text. */
const INLINE =
  /<\/?(?:a|abbr|acronym|b|strong|i|em|u|s|strike|del|ins|sub|sup|mark|small|cite|q|kbd|code|span|label)\b[^<>]*>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
/** Two links with nothing between them, such as those of a file block, are not one text. */
const BETWEEN_LINKS = /<\/a>(?=<a\b)/gi;
/** Attributes that readers see or hear. */
const SPOKEN = /(?<=\s)(?:alt|placeholder|title|label|aria-label)="([^"]*)"/g;
const ADDRESS = /(?<=\s)(?:src|href|data|poster|action|cite|mp4|ogv|mp3|url)="([^"]*)"/g;
/** Controls of Ghost's players, which the browser's own controls replace. */
const CONTROLS = /<div class="kg-(?:video-overlay|video-player-container|audio-player)">[\s\S]*?<\/div>/g;

const firsts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value);

export const oneLine = (text: string) => toPlain(text).replace(/\s+/g, ' ').trim();

const filled = (texts: readonly string[]) => texts.map(oneLine).filter((text) => text !== '');

/** The text of each paragraph, list item, caption, cell and so on, in order. */
export const runsOf = (html: string): string[] =>
  filled(
    html
      .replace(CONTROLS, '<br>')
      .replace(COMMENT, '<br>')
      .replace(BETWEEN_LINKS, '<br>')
      .replace(INLINE, '')
      .split(/<[^<>]*>/),
  );

/** The texts of attributes. */
export const spokenOf = (html: string): string[] => filled(firsts(html.replace(COMMENT, ''), SPOKEN));

/** The addresses of links, players, embeds, forms and backgrounds, and of images outside <img>. */
export function addressesIn(html: string): string[] {
  const written = [
    ...firsts(html.replace(/<img\b[^<>]*>/g, ''), ADDRESS),
    ...firsts(html, /url\(([^()]+)\)/g),
    ...firsts(html, /"(?:url|href)":"([^"]+)"/g),
    ...firsts(html, /^\s*(https?:\/\/\S+)\s*$/gm),
    ...firsts(html, /\[embed\]([^[]+)/g),
  ];
  // Embedded videos keep the address of their page.
  const shown = written.map((one) =>
    toPlain(one).replace(/(youtube\.com)\/embed\/([\w-]+)$/, '$1/watch?v=$2'),
  );
  return [...new Set(shown)].filter((address) => address !== '' && !address.startsWith('#'));
}

/** The address of each <img>, as often as it is shown. */
export const imagesOf = (html: string): string[] =>
  firsts(html, /<img\b[^<>]*?\ssrc="([^"]*)"/g).map(toPlain);
