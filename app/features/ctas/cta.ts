// Types and limits of calls to action (CTAs).

export const CTA_TITLE_LIMIT = 200;
export const BODY_LIMIT = 1_000;
export const LABEL_LIMIT = 60;
export const CTA_LINK_LIMIT = 2_000;
/** Most CTAs shown on one page, apart from those in its text. */
export const MAX_CTAS_PER_PAGE = 3;
/** Most CTAs shown in one text; `cards_in` (db/functions/articles.sql) has the same limit for article cards. */
export const MAX_CTAS_IN_TEXT = 50;

/** A CTA as a page shows it. */
export interface CtaView {
  id: string;
  title: string;
  /** Plain text; line breaks are preserved. */
  body: string;
  /** '' for one without a button. */
  buttonLabel: string;
  buttonLink: string;
}

/** A CTA that a text can show. */
export type CtaChoice = Pick<CtaView, 'id' | 'title' | 'buttonLink'>;

/** A CTA as the admin list shows it. */
export interface CtaRow extends CtaView {
  /** Null for every category. */
  categoryId: string | null;
  categoryName: string | null;
  active: boolean;
  createdAt: Date;
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
}
