// What happens to an ad before a reader, and how browsers tell of it.
import { z } from 'zod';
import type { AdPlace } from './ad-place';

export const AD_EVENT_KINDS = ['impression', 'viewable', 'click'] as const;
export type AdEventKind = (typeof AD_EVENT_KINDS)[number];

export interface AdEvent extends AdPlace {
  kind: AdEventKind;
  viewId: string;
  /** Which of the view's displayed changes it belongs to, counted over all slots of the page. */
  change: number;
  /** How often this ad can have been shown in the view by now; null for a click. */
  most: number | null;
}

/** Why an event was received and not counted. */
export const DROP_REASONS = [
  'too_early',
  'repeated',
  'over_limit',
  'not_on_page',
  'bad_token',
  'expired',
  'crawler',
  'not_opened',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** An event as a client reported it, and why it does not count; null for one that counts if the caller is within the limit. */
export interface JudgedEvent {
  kind: AdEventKind;
  /** As the client named it: perhaps not an ad of ours. */
  adId: string;
  reason: DropReason | null;
}

/** Candidates of all slots of a page; far more than any page has. */
const MOST_PLACES = 60;
/** Changes that one view can count: six slots, for an hour. */
const MOST_CHANGES = 1_000;
const MOST_EVENTS = 50;
const LONGEST_TOKEN = 30_000;

/** What a page asks a token for. */
export const ViewInput = z.object({
  tickets: z.array(z.string().min(1).max(400)).min(1).max(MOST_PLACES),
});

/** What a beacon brings. */
export const BeaconInput = z.object({
  token: z.string().min(1).max(LONGEST_TOKEN),
  events: z
    .array(
      z.object({
        change: z.int().min(0).max(MOST_CHANGES),
        ad: z.string().max(40),
        placement: z.string().max(40),
      }),
    )
    .min(1)
    .max(MOST_EVENTS),
});
export type ReportedEvent = z.infer<typeof BeaconInput>['events'][number];
