// Counters for reports.

export interface Dropped {
  what: string;
  count: number;
  why: string;
}

export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #dropped = new Map<string, Dropped>();

  count(key: string, by = 1): void {
    this.#counts.set(key, this.counted(key) + by);
  }

  counted(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts of the keys with this prefix, by the rest of the key. */
  withPrefix(prefix: string): Record<string, number> {
    const found = [...this.#counts].filter(([key]) => key.startsWith(prefix));
    return Object.fromEntries(found.map(([key, count]) => [key.slice(prefix.length), count]));
  }

  drop(what: string, count: number, why: string): void {
    const before = this.#dropped.get(what)?.count ?? 0;
    this.#dropped.set(what, { what, count: before + count, why });
  }

  dropped(): Dropped[] {
    return [...this.#dropped.values()].sort((a, b) => b.count - a.count || a.what.localeCompare(b.what));
  }
}
