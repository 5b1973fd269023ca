// Display names.

export const PERSON_NAME_LIMIT = 120;

/** Reduces a name to one line, because bylines and email headers use it. */
export function toNameLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Text that email clients turn into links. */
const LINK_LIKE = /:\/|@|[\p{L}\p{N}_-]\.[\p{L}\p{N}]{2}/u;
const LONGEST_GREETED = 60;

/**
 * The greeting of an email to an unconfirmed address. A stranger may have typed the name to send advertising
 * or links through our emails, so long or link-like names are left out.
 */
export function greet(fullName: string): string {
  const isPlain = fullName !== '' && fullName.length <= LONGEST_GREETED && !LINK_LIKE.test(fullName);
  return isPlain ? `Hello ${fullName},` : 'Hello,';
}
