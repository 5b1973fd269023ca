// Types and limits of static pages.
import type { Seo, SeoFields } from '~/features/seo/seo';

export const PAGE_TITLE_LIMIT = 200;
export const PAGE_SUMMARY_LIMIT = 500;
/** Characters of HTML, after embedded images were moved to the file store. */
export const PAGE_CONTENT_LIMIT = 500_000;

export interface PageRow {
  id: string;
  slug: string;
  title: string;
  updatedAt: Date;
}

export interface PageFields extends SeoFields {
  title: string;
  slug: string;
  summary: string;
  content: string;
}

/** A page in the editor. `version` is used to detect conflicting edits and is 0 for a new page. */
export interface EditedPage extends PageFields {
  id: string;
  version: number;
}

export interface PageDifference {
  label: string;
  theirs: string;
  yours: string;
}

/** A static page as readers see it; `html` was sanitized before it was stored. */
export interface StaticPage {
  title: string;
  summary: string;
  html: string;
  /** For the document's head. */
  seo?: Seo | undefined;
}
