// What an archive holds, a share at a time: no step's work, memory or statement grows with the magazine.

interface Most {
  bytes: number;
  count: number;
}

/**
 * As many as one step has room for, at least one while there are any.
 * @returns `next` is where the next share begins; null at the end
 */
export function takeShare<T>(
  all: readonly T[],
  from: number,
  bytesOf: (one: T) => number,
  most: Most,
): { some: readonly T[]; next: number | null } {
  let bytes = 0;
  let end = from;
  for (const one of all.slice(from)) {
    bytes += bytesOf(one);
    if (end > from && (bytes > most.bytes || end - from >= most.count)) break;
    end += 1;
  }
  return { some: all.slice(from, end), next: end < all.length ? end : null };
}
