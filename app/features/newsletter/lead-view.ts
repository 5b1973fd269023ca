// What the screen of leads shows.

export const LEADS_PER_PAGE = 50;

export const LEAD_STATUSES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const FREQUENCIES = ['weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface LeadRow {
  id: string;
  email: string;
  source: string;
  status: LeadStatus;
  createdAt: Date;
}

/** `newsletter` counts the forms that are about nothing else: on the home page and on a page of its own. */
export interface LeadCounts {
  total: number;
  newsletter: number;
  footer: number;
}

const SOURCE_LABELS: Record<string, string> = {
  newsletter: 'Newsletter',
  'newsletter-page': 'Newsletter page',
  footer: 'Footer',
  account: 'Account',
  import: 'Import',
};

/** As a badge says it; a source that we do not know keeps its name. */
export function labelSource(source: string): string {
  return SOURCE_LABELS[source] ?? source;
}
