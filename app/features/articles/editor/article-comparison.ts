// Types for comparing two versions of an article.
import type { EditorFields } from './editor-fields';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export type ComparedField = keyof Omit<EditorFields, 'keepPublishDate'>;

export interface FieldDifference {
  field: ComparedField;
  label: string;
  from: string;
  to: string;
  /** Word differences for text fields; null for choices. */
  parts: DiffPart[] | null;
}

/**
 * A save based on an outdated version: the differences between the stored article (`from`) and the typed one
 * (`to`).
 */
export interface ArticleConflict {
  /** The stored version. */
  version: number;
  /** Null for automatic changes and deleted accounts. */
  savedBy: string | null;
  /** The same user saved it, in another tab or on another device. */
  isYours: boolean;
  /** ISO 8601. */
  savedAt: string;
  differences: (FieldDifference & {
    /** Suggested side, from a comparison with the version that both started from. */
    suggested: 'mine' | 'theirs';
    isChangedByBoth: boolean;
  })[];
}

/** An entry in the revision history. */
export interface RevisionLine {
  version: number;
  cause: string;
  actor: string | null;
  /** ISO 8601. */
  at: string;
}

export interface ArticleHistory {
  id: string;
  title: string;
  slug: string;
  /** The current version; a restore is based on it. */
  version: number;
  /** Newest first. */
  revisions: RevisionLine[];
  /** The selected revision and what it changed; null if there are no revisions. */
  chosen: (RevisionLine & { before: number | null; differences: FieldDifference[] }) | null;
  timeZone: string;
}
