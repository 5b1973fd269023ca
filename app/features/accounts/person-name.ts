// The name that somebody gave themselves. Pure.

export const NAME_LIMIT = 120;

/** A name is a line: it stands in bylines, and in letters. */
export function toNameLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What programs that show mail make a link of. */
const LINK_LIKE = /:\/|@|[\p{L}\p{N}_-]\.[\p{L}\p{N}]{2}/u;
const LONGEST_GREETED = 60;

/**
 * How a letter begins that goes to an address before its owner asked for any: the name may be a stranger's, who would
 * have us carry their words and their link to whom they like.
 */
export function greet(fullName: string): string {
  const isPlain = fullName !== '' && fullName.length <= LONGEST_GREETED && !LINK_LIKE.test(fullName);
  return isPlain ? `Hello ${fullName},` : 'Hello,';
}
