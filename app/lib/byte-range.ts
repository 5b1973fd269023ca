// Parses the Range header (RFC 9110) for a single byte range.

export interface ByteRange {
  /** Positions of the first and the last byte, both inclusive. */
  first: number;
  last: number;
}

/**
 * The byte range of a Range header in a file of `size` bytes. Null without a range, with several or with an
 * invalid one: then the whole file is sent. 'unsatisfiable' when the range starts after the end of the file.
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
