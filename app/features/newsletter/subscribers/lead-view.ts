// Data types of the leads screen.
import { untitledArticle } from '~/features/readership/reports/readership-report';
import { labelVisitSource } from '~/features/readership/source-label';
import { SOURCE_KINDS, type SourceKind } from '~/features/readership/tracking/visit-source';
import { toSearchText } from '~/lib/text';

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
  /** The article and source that the lead is attributed to; null if unknown. `wonKind` and `wonFrom` are a `VisitSource`. */
  articleId: string | null;
  wonKind: string | null;
  wonFrom: string | null;
  /** Null if the article was deleted. */
  articleTitle: string | null;
  /** Null unless the article is public. */
  articleSlug: string | null;
}

/** Which leads the list and the export contain; '' is any. */
export interface LeadFilter {
  /** Parts of the email address. */
  text: string;
  /** Words of the title of the article that the leads are attributed to. */
  article: string;
  source: LeadOriginSource | null;
}

/** A source that leads are attributed to. The links of a newsletter issue are one, whose name is the day. */
export interface LeadOriginSource {
  kind: SourceKind;
  name: string;
}

/** The filter in a URL. Unknown sources are ignored. */
export function toLeadFilter(params: URLSearchParams): LeadFilter {
  const [given = '', ...name] = (params.get('via') ?? '').split(':');
  const kind = SOURCE_KINDS.find((known) => known === given);
  return {
    text: toSearchText(params.get('q')),
    article: toSearchText(params.get('article')),
    source: kind ? { kind, name: toSearchText(name.join(':')) } : null,
  };
}

/** The value of `via` in a URL. */
export const originKey = ({ kind, name }: LeadOriginSource): string => (name ? `${kind}:${name}` : kind);

/** The parameters of a filter in a URL. */
export function fromLeadFilter({ text, article, source }: LeadFilter): Record<string, string> {
  return {
    ...(text && { q: text }),
    ...(article && { article }),
    ...(source && { via: originKey(source) }),
  };
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

/**
 * Labels of the article and source that a lead is attributed to; null if unknown.
 * @param seesAll the viewer may see the titles of articles that are not public
 */
export function wonBy(
  { articleId, articleTitle, articleSlug, wonKind, wonFrom }: LeadRow,
  seesAll: boolean,
): { article: string | null; source: string | null } {
  const title = seesAll || articleSlug ? articleTitle : null;
  return {
    article: articleId && (title ?? untitledArticle(seesAll)),
    source: wonKind && labelVisitSource(wonKind, wonFrom ?? ''),
  };
}
