// Sentences with slots: `{role}`, `{Role}` capitalized, `{a size}` with its article, `{12-40}` for a whole
// number.
import { capitalize } from '../../app/lib/text';
import type { Dice } from './zipf-lines';

export interface SentenceTemplate {
  fill(dice: Dice, word: (slot: string) => string): string;
}

const SLOT = /\{([^}]+)\}/;
const RANGE = /^(\d+)-(\d+)$/;

export function compileTemplate(line: string): SentenceTemplate {
  // Splitting by a pattern with one group leaves text at even and slots at odd positions.
  const parts = line.split(SLOT).map((part, index) => (index % 2 === 0 ? part : compileSlot(part)));
  return {
    fill: (dice, word) => parts.map((part) => (typeof part === 'string' ? part : part(dice, word))).join(''),
  };
}

type Slot = (dice: Dice, word: (slot: string) => string) => string;

function compileSlot(slot: string): Slot {
  const range = RANGE.exec(slot);
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return (dice) => roundedLike(low, low + Math.floor(dice() * (high - low + 1)));
  }
  const withArticle = /^[Aa] /.test(slot);
  const capital = /^[A-Z]/.test(slot);
  const name = (withArticle ? slot.slice(2) : slot).replace(/^[A-Z]/, (initial) => initial.toLowerCase());
  return (_dice, word) => {
    const filled = withArticle ? addArticle(word(name)) : word(name);
    return capital ? capitalize(filled) : filled;
  };
}

/** Rounds amounts of money, so that they read as estimates: 4,300 instead of 4,287. */
function roundedLike(low: number, value: number): string {
  const step = low >= 900 ? 100 : 1;
  return (Math.round(value / step) * step).toLocaleString('en-US');
}

function addArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}

const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'per',
  'the',
  'to',
  'with',
]);

/**
 * `what a five-lawyer firm did` -> `What a Five-Lawyer Firm Did`. The word after a colon counts as a first
 * word.
 */
export function titleCase(text: string): string {
  let first = true;
  return text
    .split(' ')
    .map((word) => {
      const small = !first && SMALL_WORDS.has(word);
      first = word.endsWith(':');
      return small ? word : word.split('-').map(capitalize).join('-');
    })
    .join(' ');
}
