// Hints for readable articles, computed from the text while it is written. They never block a save.
import { toOwnPath } from '~/lib/plain-path';
import { countOf } from '~/lib/text';

/** A heading, a paragraph or list item ('prose'), or text that is not read as prose, such as code or a cell. */
export interface WrittenLine {
  kind: 'heading' | 'prose' | 'other';
  text: string;
}

/** Characters of a line. */
export interface LinePlace {
  /** Position among all lines. */
  line: number;
  start: number;
  end: number;
}

export interface ReadabilityHint {
  kind: 'sentence' | 'paragraph' | 'subheading' | 'length';
  text: string;
  /** In document order; empty for a hint about the whole article. */
  places: LinePlace[];
}

/** In words. */
const LONG_SENTENCE = 30;
const LONG_PARAGRAPH = 150;
const FAR_SUBHEADING = 300;
const SHORT_ARTICLE = 300;
/** Flesch's formula is defined for samples of 100 words. */
const SMALLEST_SAMPLE = 100;

/**
 * The end of a sentence, with closing quotation marks, before an uppercase character or a number. The dots in
 * "e.g. this", "3.5" and titles such as "Dr." do not end a sentence.
 */
const SENTENCE_END =
  /(?<![.!?…]|\b(?:Dr|Mr|Mrs|Ms|Prof|St))[.!?…]+["'”’»)\]]*(?=\s+["'“‘«([¿¡]*[\p{Lu}\p{N}])/gu;

/** The position of each sentence in a line. */
function sentencesOf(text: string): { start: number; end: number }[] {
  const sentences: { start: number; end: number }[] = [];
  let from = 0;
  const add = (end: number) => {
    const start = from + (text.slice(from, end).match(/^\s*/)?.[0].length ?? 0);
    if (start < end) sentences.push({ start, end });
    from = end;
  };
  for (const { index, 0: mark } of text.matchAll(SENTENCE_END)) add(index + mark.length);
  add(text.length);
  return sentences;
}

/** The words of a text. Punctuation between spaces, such as a dash, is not a word. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

export function listReadabilityHints(lines: readonly WrittenLine[]): ReadabilityHint[] {
  const sentences: LinePlace[] = [];
  const paragraphs: LinePlace[] = [];
  const subheadings: LinePlace[] = [];
  let all = 0;
  let sinceHeading = 0;
  for (const [line, { kind, text }] of lines.entries()) {
    const words = wordsOf(text).length;
    const whole = { line, start: 0, end: text.length };
    all += words;
    if (kind === 'heading') sinceHeading = 0;
    else {
      const isNear = sinceHeading <= FAR_SUBHEADING;
      sinceHeading += words;
      if (isNear && sinceHeading > FAR_SUBHEADING) subheadings.push(whole);
    }
    if (kind !== 'prose') continue;
    if (words > LONG_PARAGRAPH) paragraphs.push(whole);
    if (words <= LONG_SENTENCE) continue;
    for (const { start, end } of sentencesOf(text))
      if (wordsOf(text.slice(start, end)).length > LONG_SENTENCE) sentences.push({ line, start, end });
  }
  const hints: ReadabilityHint[] = [
    { kind: 'sentence', text: longer(sentences.length, 'sentence', LONG_SENTENCE), places: sentences },
    { kind: 'paragraph', text: longer(paragraphs.length, 'paragraph', LONG_PARAGRAPH), places: paragraphs },
    {
      kind: 'subheading',
      text: `${countOf(subheadings.length, 'part')} of the text ${has(subheadings.length)} no subheading for more than ${FAR_SUBHEADING} words.`,
      places: subheadings,
    },
  ];
  const found = hints.filter(({ places }) => places.length > 0);
  if (all > 0 && all < SHORT_ARTICLE)
    found.push({ kind: 'length', text: `The article has fewer than ${SHORT_ARTICLE} words.`, places: [] });
  return found;
}

const has = (count: number) => (count === 1 ? 'has' : 'have');
const longer = (count: number, noun: string, words: number) =>
  `${countOf(count, noun)} ${has(count)} more than ${words} words.`;

export interface ReadingEase {
  /** From 0 to 100 (easiest). */
  score: number;
  label: string;
}

/**
 * Reading ease of the prose (R. Flesch, "A New Readability Yardstick", 1948), for English. Flesch calls a
 * text "fairly easy" or easier from 70, "standard" or "fairly difficult" from 50, and "difficult" below 50.
 * Null for fewer than 100 words.
 */
export function readingEaseOf(lines: readonly WrittenLine[]): ReadingEase | null {
  let sentences = 0;
  let words = 0;
  let syllables = 0;
  for (const { kind, text } of lines) {
    const found = kind === 'prose' ? wordsOf(text) : [];
    if (found.length === 0) continue;
    sentences += sentencesOf(text).length;
    words += found.length;
    for (const word of found) syllables += syllablesIn(word);
  }
  if (words < SMALLEST_SAMPLE) return null;
  const exact = 206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words);
  const score = Math.round(Math.min(100, Math.max(0, exact)));
  return { score, label: score >= 70 ? 'Easy to read' : score >= 50 ? 'Average' : 'Hard to read' };
}

/** Estimated for English: groups of vowels, without a silent e at the end. At least 1. */
export function syllablesIn(word: string): number {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
  const sounded =
    plain.length <= 3
      ? plain
      : plain.replace(/(?<=[^aeiouyl]|[aeiouy]l)e$|(?<=[^aeiouysxzcgh])es$|(?<=[^td])ed$/, '');
  return Math.max(1, sounded.match(/[aeiouy]+/g)?.length ?? 0);
}

/** A path on this site that must be looked up, or what is wrong with the address. */
export type CheckedLink = { path: string } | { fault: string };

/** Resolves relative addresses as readers do. */
const ANY_ARTICLE = '/article/-';

/**
 * Checks the address of a link without requesting it. Null for valid addresses on other sites, for places on
 * the same page (`#…`, `?…`), and for an empty address.
 * @param origin of this site, without a trailing slash
 */
export function checkLink(href: string, origin: string): CheckedLink | null {
  const address = href.trim();
  // The checklist reports empty addresses.
  if (/^(?:$|[#?])/.test(address)) return null;
  if (/\s/.test(address)) return { fault: 'contains a space' };
  if (!URL.canParse(address, origin)) return { fault: 'is incomplete' };
  const path = toOwnPath(address, origin, ANY_ARTICLE);
  if (path !== null) return { path };
  const { protocol, hostname, pathname } = new URL(address, origin);
  if (!/^https?:$/.test(protocol)) return pathname ? null : { fault: 'is incomplete' };
  if (/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
    return { fault: 'opens only on your computer' };
  return /[.:]/.test(hostname) ? null : { fault: 'is incomplete' };
}
