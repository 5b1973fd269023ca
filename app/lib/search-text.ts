// What was typed into a list's search field, as its address says it.
import { cutText } from './cut-text';

const LONGEST = 200;

/** Trimmed, cut to 200 characters, and without NUL, which the database cannot be asked for; '' for none. */
export function toSearchText(text: string | null): string {
  return cutText((text ?? '').replaceAll('\0', '').trim(), 0, LONGEST).trim();
}
