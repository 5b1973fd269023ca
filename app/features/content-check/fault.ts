// What a content check finds.

export const FAULT_KINDS = ['broken-link', 'missing-file', 'no-alt', 'skipped-heading'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** The address, or the heading's words. */
  what: string;
}

export const FAULT_LABELS: Record<FaultKind, string> = {
  'broken-link': 'Broken link',
  'missing-file': 'Missing file',
  'no-alt': 'No alt text',
  'skipped-heading': 'Skipped heading',
};
