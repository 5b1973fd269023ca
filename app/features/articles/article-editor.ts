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
}
