// What the article editor is given to show.
import type { EditorFields } from './editor-fields';

/** A row of a select or of the tag checklist. */
export interface Choice {
  id: string;
  name: string;
}

export interface EditorChoices {
  categories: Choice[];
  tags: Choice[];
  /** Names that were used before. */
  authors: string[];
}

/** Words that somebody typed and did not save. */
export interface KeptDraft {
  id: string;
  title: string;
  /** ISO 8601. */
  savedAt: string;
}

export interface EditorView {
  /** Of a new article: the one it will have. */
  id: string;
  /** The version that the fields come from; 0 for a new article. */
  version: number;
  fields: EditorFields;
  /** The address it is at; null for a new article. */
  slug: string | null;
  /** Published before, so that its date may be kept. */
  isPublished: boolean;
  /** ISO 8601; null for a new article. */
  savedAt: string | null;
  choices: EditorChoices;
  timeZone: string;
  /** What this person may bring back, typed into this article or into new ones. Not the one that is shown. */
  drafts: KeptDraft[];
  /** An author's own article that an editor has published or scheduled: it is read here, and not saved. */
  isOutOfHand: boolean;
  /** Of what is typed into this page, apart from every other tab; of a new article its id. */
  copyId: string;
  /** The draft whose fields are shown, not the article's; ISO 8601. */
  restored: { id: string; savedAt: string } | null;
}
