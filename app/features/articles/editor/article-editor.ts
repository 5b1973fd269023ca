// What the article editor shows.
import type { ArticleFigures } from '~/features/readership/article-report';
import type { EditorFields } from './editor-fields';

/** An option of a select or of the tag checklist. */
export interface Choice {
  id: string;
  name: string;
}

export interface EditorChoices {
  categories: Choice[];
  tags: Choice[];
  /** Names of existing authors. */
  authors: string[];
}

/** An autosaved draft that has not been saved as an article. */
export interface StoredDraft {
  id: string;
  title: string;
  /** ISO 8601. */
  savedAt: string;
}

/** What a new article can start from. */
export interface TemplateChoices {
  templates: Choice[];
  /** Id of the template whose fields are shown. */
  used: string | null;
  /** The requested template does not exist. */
  isMissing: boolean;
}

export interface EditorView {
  /** A new article's id is chosen before its first save. */
  id: string;
  /** The version that the fields are based on; 0 for a new article. */
  version: number;
  fields: EditorFields;
  /** The current slug; null for a new article. */
  slug: string | null;
  /** Already published, so its publish date can be kept. */
  isPublished: boolean;
  /** ISO 8601; null for a new article. */
  savedAt: string | null;
  choices: EditorChoices;
  timeZone: string;
  /** Images in the text need alt text before the article can be published. */
  requiresAltText: boolean;
  /** Drafts this user can recover, excluding the one shown. */
  drafts: StoredDraft[];
  /** True for an author's own article after an editor published or scheduled it. */
  isReadOnly: boolean;
  /** Id of this tab's autosaved copy; for a new article its id. */
  copyId: string;
  /** How the article is read; null if it has no views. */
  reading: ArticleFigures | null;
  /** The recovered draft whose fields are shown; `savedAt` is ISO 8601. */
  restored: { id: string; savedAt: string } | null;
  /** Null unless an article is new and starts without a draft. */
  start: TemplateChoices | null;
}
