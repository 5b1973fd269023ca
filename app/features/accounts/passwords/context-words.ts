// Words that someone who attacks this site tries first: what it is about, its host, and the person's own name and address.

/** What the site is about. */
const SITE_WORDS = [
  'lawfirm',
  'law',
  'firm',
  'academy',
  'lawyer',
  'attorney',
  'magazine',
  'newsletter',
  'newsroom',
];
/** Shorter ones are in too many other words. */
const SHORTEST = 3;
/** A password of context words needs this many other letters. */
const FEWEST_OTHERS = 4;

export interface PasswordOwner {
  /** Null or empty for an account without one. */
  email: string | null;
  fullName?: string | null;
}

/**
 * Whether nothing but such words, digits and punctuation is in the password: `LawFirm2026!` for anyone, `ann.reader99` for
 * ann.reader@example.com.
 */
export function isMadeOfContext(password: string, siteUrl: string, owner: PasswordOwner): boolean {
  const letters = toLetters(password);
  const words = [
    ...SITE_WORDS,
    ...wordsOf(new URL(siteUrl).hostname),
    ...wordsOf(owner.email),
    ...wordsOf(owner.fullName),
  ];
  // The longest first: `lawfirm` is one word, and `firm` a part of it.
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), letters);
  return rest !== letters && rest.replaceAll(' ', '').length < FEWEST_OTHERS;
}

/** The words of an address, a host or a name, in lower case, and all of them as one: `annreader`. */
function wordsOf(text: string | null | undefined): string[] {
  const parts = (text ?? '').split(/[^\p{L}]+/u).map(toLetters);
  return [...parts, ...(text ?? '').split('@').map(toLetters)].filter((word) => word.length >= SHORTEST);
}

function toLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');
}
