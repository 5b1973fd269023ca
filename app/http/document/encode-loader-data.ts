// Encodes loader data in the format of turbo-stream, which Remix reads in the browser. Our data is nearly always plain, and for
// plain data turbo-stream's own encoder takes four times as long. Remix imports this file (patches/), so it imports nothing: what it
// imported would land in the browser's framework file.

/** Codes that the format has in place of an index. */
const NULL = -5;
const UNDEFINED = -7;

/** Thrown and caught in this module for data that only turbo-stream can encode. */
const notPlain = new Error('not plain');

/**
 * Objects, arrays, strings, finite numbers, booleans, null and undefined exactly as turbo-stream 2 writes them; null
 * for data that holds anything else (dates, promises, errors, redirects and so on); turbo-stream must encode that itself.
 */
export function encodePlain(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const known = new Map<unknown, number>();
  const written: string[] = [];

  function place(value: unknown): number {
    if (value === undefined) return UNDEFINED;
    if (value === null) return NULL;
    const there = known.get(value);
    if (there !== undefined) return there;
    const index = written.length;
    known.set(value, index);
    // A container's index precedes those of its values.
    written.push('');
    written[index] = write(value);
    return index;
  }

  function write(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return JSON.stringify(value);
      case 'boolean':
        return String(value);
      case 'number':
        if (!Number.isFinite(value) || Object.is(value, -0)) throw notPlain;
        return String(value);
      case 'object':
        if (Array.isArray(value)) return writeArray(value);
        if (!isPlainObject(value)) throw notPlain;
        return writeObject(value);
      default:
        throw notPlain;
    }
  }

  function writeArray(items: readonly unknown[]): string {
    let text = '[';
    for (let at = 0; at < items.length; at++) {
      if (!(at in items)) throw notPlain;
      text += at === 0 ? place(items[at]) : `,${place(items[at])}`;
    }
    return `${text}]`;
  }

  function writeObject(object: Record<string, unknown>): string {
    let text = '';
    for (const key of Object.keys(object)) {
      const name = place(key);
      text += `${text && ','}"_${name}":${place(object[key])}`;
    }
    return `{${text}}`;
  }

  try {
    place(data);
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
  return `[${written.join(',')}]\n`;
}

/** False for objects with symbols as keys, because Remix marks redirects with them. */
function isPlainObject(value: object | null): value is Record<string, unknown> {
  return (
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.getOwnPropertySymbols(value).length === 0
  );
}
