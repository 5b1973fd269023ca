// Splits an archive into batches, so that no step's time, memory or statements grow with the size of the
// site.

interface Limits {
  bytes: number;
  count: number;
}

/**
 * Takes as many elements as fit into one step, but at least one.
 * @returns `next` is the index where the next batch starts; null at the end
 */
export function takeBatch<T>(
  all: readonly T[],
  from: number,
  bytesOf: (one: T) => number,
  limits: Limits,
): { some: readonly T[]; next: number | null } {
  let bytes = 0;
  let end = from;
  for (const one of all.slice(from)) {
    bytes += bytesOf(one);
    if (end > from && (bytes > limits.bytes || end - from >= limits.count)) break;
    end += 1;
  }
  return { some: all.slice(from, end), next: end < all.length ? end : null };
}
