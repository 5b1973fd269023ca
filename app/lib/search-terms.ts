// Splits a typed query into what must be found. Pure; the database stems, corrects and expands the words.

/** A part of a query: words in any order, or with `phrase` in this order; with `not` an article must not contain it. */
export interface SearchTerm {
  text: string;
  phrase?: true;
  not?: true;
}

/** A quoted phrase or a run of other characters, each after an optional minus. An unclosed quote is an ordinary character. */
const TERM = /(?<=^|[\s"“”])(-?)["“”]([^"“”]+)["“”]|(?<=^|[\s"“”])(-?)(\S+)/g;

/**
 * `intake "flat fee" -litigation` becomes `[{text: 'intake'}, {text: 'flat fee', phrase}, {text: 'litigation', not}]`.
 * A minus inside a word or alone excludes nothing.
 */
export function toSearchTerms(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, phraseMinus, phrase, minus, word = ''] of query.matchAll(TERM)) {
    if (phrase !== undefined) terms.push({ text: phrase, phrase: true, ...(phraseMinus && { not: true }) });
    else if (minus && /[\p{L}\p{N}]/u.test(word)) terms.push({ text: word, not: true });
    else terms.push({ text: minus + word });
  }
  return terms;
}
