/** A standing page as a reader sees it; `html` is stored clean. */
export interface StandingPage {
  title: string;
  summary: string;
  html: string;
}
