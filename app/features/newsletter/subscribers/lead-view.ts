// Data types of the leads screen.

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

/** `newsletter` counts the forms on the home page and on the newsletter page. */
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

/** Label of a source; an unknown source is shown as stored. */
export function labelSource(source: string): string {
  return SOURCE_LABELS[source] ?? source;
}
