// Draws words from articles: someone remembers two to four words of an article and searches for it.
import { diceFor, drawEvenly } from 'db/seed/zipf-lines';
import { type CorpusArticle, toWords } from './corpus';

export interface KnownItem {
  slug: string;
  query: string;
}

const MIN_LENGTH = 3;
const MAX_WORDS = 4;
const MIN_WORDS = 2;

/** Common English words, as PostgreSQL's list has them. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they
  them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does
  did doing a an the and but if or because as until while of at by for with about against between into through during before after
  above below to from up down in out on off over under again further then once here there when where why how all any both each few
  more most other some such no nor not only own same so than too very s t can will just don should now`.split(
    /\s+/,
  ),
);

/** The same draws for the same seed: distinct alphabetic words of at least three characters, without stop words. */
export function drawKnownItems(corpus: readonly CorpusArticle[], count: number, seed: number): KnownItem[] {
  const dice = diceFor(seed);
  const words = new Map(corpus.map(({ slug, text }) => [slug, contentWords(text)]));
  return Array.from({ length: count }, () => {
    const { slug } = drawEvenly(dice, corpus);
    const rest = [...(words.get(slug) ?? [])];
    const length = MIN_WORDS + Math.floor(dice() * (MAX_WORDS - MIN_WORDS + 1));
    const drawn = Array.from({ length }, () => rest.splice(Math.floor(dice() * rest.length), 1));
    return { slug, query: drawn.flat().join(' ') };
  });
}

function contentWords(text: string): Set<string> {
  const tokens = text
    .split(/\s+/)
    .map((token) => token.replace(/^\P{L}+|\P{L}+$/gu, ''))
    // No addresses, compounds or contractions.
    .filter((token) => /^\p{L}+$/u.test(token))
    .map((token) => toWords(token).trim());
  return new Set(tokens.filter((token) => token.length >= MIN_LENGTH && !STOP_WORDS.has(token)));
}
