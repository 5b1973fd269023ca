// Text helpers that never split a surrogate pair, because PostgreSQL rejects half of one.

const LONGEST = 200;

/** Trims, cuts to 200 characters and removes NUL, which PostgreSQL cannot store; '' for an empty text. */
export function toSearchText(text: string | null): string {
  return cutText((text ?? '').replaceAll('\0', '').trim(), 0, LONGEST).trim();
}

/** Like `text.slice(start, end)`, without a surrogate half at either end. */
export function cutText(text: string, start: number, end?: number): string {
  return text.slice(start, end).replace(/\p{Surrogate}/gu, '');
}

/**
 * Matches text without visible characters, such as spaces, control and format characters. A link needs a
 * visible name.
 */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text);
}

/** `1 article`, `1,200 articles`, `no articles`. The plural defaults to the singular with an s. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  if (count === 0) return `no ${plural}`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
