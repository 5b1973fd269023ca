// What browsers report about a page view, and how it is stored until it is counted.
import { z } from 'zod';
import { MAX_CTAS_IN_TEXT, MAX_CTAS_PER_PAGE } from '~/features/ctas/cta';
import type { PageKind } from './page-kind';
import type { SourceKind } from './visit-source';

/** What a reader can do in a view that is reported by the browser. A sign-up is stored with the lead. */
export const REPORTED_OUTCOMES = ['cta_view', 'cta_click', 'save', 'share', 'search'] as const;
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number];

/** Why a report of progress was not counted. */
export const READING_DROP_REASONS = ['too_early', 'bad_token', 'expired'] as const;
export type ReadingDropReason = (typeof READING_DROP_REASONS)[number];

const MAX_URL_LENGTH = 2_000;
/** Fits 180 characters of source (9 bytes each when percent-encoded), two ids, a time and a signature. */
export const MAX_TOKEN_LENGTH = 2_000;
/** A view and a click of each call to action; a save, a share and a search. */
const MAX_OUTCOMES = 2 * (MAX_CTAS_IN_TEXT + MAX_CTAS_PER_PAGE) + 3;
const MAX_SECONDS = 24 * 60 * 60;

/** Body of `POST /api/views`. */
export const PageViewInput = z.object({
  /** Chosen by the browser, which repeats the request if the answer is lost. The view counts once. */
  id: z.uuid(),
  path: z.string().min(1).max(MAX_URL_LENGTH),
  referrer: z.string().max(MAX_URL_LENGTH).catch(''),
  /** `location.search`, with the question mark. Longer values come from ad networks and are stored as ''. */
  search: z.string().max(MAX_URL_LENGTH).catch(''),
  isInternal: z.boolean(),
});

/**
 * Body of `POST /api/reading`. All figures are totals of the view, so that a lost report is made up for by the next one and
 * a repeated one changes nothing.
 */
export const ReadingInput = z.object({
  token: z.string().min(1).max(MAX_TOKEN_LENGTH),
  /** Engaged seconds: the tab was visible, and in the 30 seconds before the reader did something or opened or returned to it. */
  seconds: z.int().min(0).max(MAX_SECONDS),
  /** The deepest quarter of the article's text that came into view, 0 to 4. */
  quarter: z.int().min(0).max(4),
  /** Pairs of kind and target: the id of a call to action, otherwise empty. */
  outcomes: z
    .array(
      z.union([
        z.tuple([z.enum(['cta_view', 'cta_click']), z.uuid()]),
        z.tuple([z.enum(['save', 'share', 'search']), z.literal('')]),
      ]),
    )
    .max(MAX_OUTCOMES),
});

/** `reading_beacons.data` of kind `view`. */
export interface StoredView {
  page: PageKind;
  article: string | null;
  sourceKind: SourceKind;
  source: string;
  /** Empty if unknown. */
  device: string;
  country: string;
  reader: string | null;
}

/** What a reader did in a view so far. Without `view`, its id, it is `reading_beacons.data` of kind `progress`. */
export type ViewProgress = Omit<z.infer<typeof ReadingInput>, 'token'> & { view: string };
