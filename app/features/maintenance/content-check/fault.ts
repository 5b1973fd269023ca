// The kinds of fault that a content check reports.

export const FAULT_KINDS = ['broken-link', 'missing-file', 'no-alt', 'skipped-heading'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** The URL, or the heading's text. */
  what: string;
}

export const FAULT_LABELS: Record<FaultKind, string> = {
  'broken-link': 'Broken link',
  'missing-file': 'Missing file',
  'no-alt': 'No alt text',
  'skipped-heading': 'Skipped heading',
};
