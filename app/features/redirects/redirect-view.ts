// Redirects and unknown paths in the admin.

export interface RedirectRow {
  id: string;
  fromPath: string;
  toPath: string;
  hits: number;
  lastUsedAt: Date | null;
  /** Changes with the paths; used to detect conflicting edits. */
  version: string;
}

export interface UnknownPathRow {
  path: string;
  hits: number;
  lastReferrer: string | null;
  lastSeenAt: Date;
}

/** One page of a list, and the total number of rows. */
export interface Slice<Row> {
  rows: Row[];
  total: number;
}

export const REDIRECTS_PER_PAGE = 25;
export const PATHS_PER_PAGE = 10;
