// Connects components with the code that counts readership, which loads later and only on public pages.
import type { ReportedOutcome } from './reading-event';

export const reading: {
  /** The token of the current page view, for a sign-up; null while there is none. */
  token: string | null;
  /** Reports what the reader did. @param target for a call to action, its id */
  report(kind: ReportedOutcome, target?: string): void;
} = { token: null, report: () => {} };
