// Shortens two texts to their differences.
import { cutText } from '../text';

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
