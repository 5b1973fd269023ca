// The Range header (RFC 9110), as far as a file store needs it: one range of bytes.

export interface ByteRange {
  /** Positions of the first and last byte. */
  first: number;
  last: number;
}

/**
 * The part of a file of `size` bytes that a Range header asks for. Null for none, several, or what is no range at all:
 * the whole file answers those. 'unsatisfiable' for one that lies behind the file's end.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, from = '', to = ''] = match;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
