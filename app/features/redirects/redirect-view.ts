// Redirects and unknown paths as the newsroom shows them.

export interface RedirectRow {
  id: string;
  fromPath: string;
  toPath: string;
  hits: number;
  lastUsedAt: Date | null;
  /** Names what it says, so that nobody saves over another unseen. */
  stamp: string;
}

export interface UnknownPathRow {
  path: string;
  hits: number;
  lastReferrer: string | null;
  lastSeenAt: Date;
}

/** A slice of a list, and how long the whole is. */
export interface Slice<Row> {
  rows: Row[];
  total: number;
}

export const REDIRECTS_PER_PAGE = 25;
export const PATHS_PER_PAGE = 10;
