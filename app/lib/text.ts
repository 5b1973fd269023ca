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

/** Trimmed texts without empty ones. */
export function withoutBlanks(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter(Boolean);
}

/** `1 article`, `1,200 articles`, `no articles`. The plural defaults to the singular with an s. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  if (count === 0) return `no ${plural}`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}

/** `A`, `A and B` or `A, B, and C`. */
export const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names);

/**
 * Cuts the common beginning and end of two texts to `context` characters, with an ellipsis where something
 * was cut. Equal texts become empty apart from that.
 */
export function aroundDifferences(a: string, b: string, context: number): [a: string, b: string] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - context);
  const cut = (text: string) => {
    const to = Math.min(text.length, text.length - tail + context);
    return `${from > 0 ? '…' : ''}${cutText(text, from, to)}${to < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}

/** With its first character in upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
