// What a call to action is.

export const TITLE_LIMIT = 200;
export const BODY_LIMIT = 1_000;
export const LABEL_LIMIT = 60;
export const LINK_LIMIT = 2_000;
/** More on one page would call for nothing any more. */
export const MOST_ON_A_PAGE = 3;

/** As a page shows it. */
export interface CtaView {
  id: string;
  title: string;
  /** Plain text; its line breaks count. */
  body: string;
  /** '' for one without a button. */
  buttonLabel: string;
  buttonLink: string;
}

/** As the newsroom lists it. */
export interface CtaRow extends CtaView {
  /** Null for every category. */
  categoryId: string | null;
  categoryName: string | null;
  active: boolean;
  createdAt: Date;
  /** Names this state of it, so that nobody saves over another unseen. */
  stamp: string;
}
