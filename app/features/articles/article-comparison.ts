// Two versions of an article, compared for people.
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
  /** Word by word, for what is read; null for a choice. */
  parts: DiffPart[] | null;
}

/** A stale save: what differs between the stored article (`from`) and the typed one (`to`). */
export interface ArticleConflict {
  /** The stored one's. */
  version: number;
  /** Null for the machine, or an account that is gone. */
  savedBy: string | null;
  /** Whoever typed saved it too, in another tab or on another device. */
  isYours: boolean;
  /** ISO 8601. */
  savedAt: string;
  differences: (FieldDifference & {
    /** Whose change it is, as far as the common past tells. */
    suggested: 'mine' | 'theirs';
    isChangedByBoth: boolean;
  })[];
}

/** A line of the history. */
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
  /** The article's version now: a restore starts from it. */
  version: number;
  /** Newest first. */
  revisions: RevisionLine[];
  /** The one that is looked at, and what it changed; null without any revision. */
  chosen: (RevisionLine & { before: number | null; differences: FieldDifference[] }) | null;
  timeZone: string;
}
