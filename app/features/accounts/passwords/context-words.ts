// Finds passwords built from words that an attacker of this site tries first: its topic, its host, and the
// user's name and address.

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
/** Shorter words are part of too many others. */
const SHORTEST = 3;
/** A password with context words needs at least this many other characters. */
const FEWEST_OTHERS = 4;

export interface PasswordOwner {
  /** Null or empty for an account without one. */
  email: string | null;
  fullName?: string | null;
}

/**
 * Whether the password consists of such words, digits and punctuation only: `LawFirm2026!` for anyone,
 * `ann.reader99` for ann.reader@example.com.
 */
export function isMadeOfContext(password: string, siteUrl: string, owner: PasswordOwner): boolean {
  const letters = toLetters(password);
  const words = [
    ...SITE_WORDS,
    ...wordsOf(new URL(siteUrl).hostname),
    ...wordsOf(owner.email),
    ...wordsOf(owner.fullName),
  ];
  // Longest first, so that `lawfirm` is removed before `firm`.
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), letters);
  return rest !== letters && rest.replaceAll(' ', '').length < FEWEST_OTHERS;
}

/** The words of an address, a host or a name in lower case, and all of them joined: `annreader`. */
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
