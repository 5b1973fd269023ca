// Ad events and the request bodies that browsers report them with.
import { z } from 'zod';
import type { AdPlace } from './ad-place';

export const AD_EVENT_KINDS = ['impression', 'viewable', 'click'] as const;
export type AdEventKind = (typeof AD_EVENT_KINDS)[number];

export interface AdEvent extends AdPlace {
  kind: AdEventKind;
  viewId: string;
  /** Index of the change within the view, counted over all slots of the page. */
  change: number;
  /** The most times the ad can have been shown in the view by now; null for a click. */
  most: number | null;
}

/** Why a received event was not counted. */
export const DROP_REASONS = [
  'too_early',
  'repeated',
  'over_limit',
  'not_on_page',
  'bad_token',
  'expired',
  'old_page',
  'crawler',
  'not_opened',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/**
 * An event as the client reported it. `reason` is null if it counts, provided the client is within its limit.
 */
export interface CheckedEvent {
  kind: AdEventKind;
  /** Sent by the client; not necessarily an existing ad. */
  adId: string;
  reason: DropReason | null;
}

/** Candidates in all slots of a page. Their tickets fit the limit for bodies, and their slot texts `MAX_TOKEN_LENGTH`. */
const MAX_PLACES = 150;
/** Changes that one view can report: six slots for an hour. */
const MAX_CHANGES = 1_000;
const MAX_EVENTS = 50;
const MAX_TOKEN_LENGTH = 30_000;

/** Body of a view token request. */
export const ViewInput = z.object({
  tickets: z.array(z.string().min(1).max(400)).min(1).max(MAX_PLACES),
});

/** Body of a beacon. */
export const BeaconInput = z.object({
  token: z.string().min(1).max(MAX_TOKEN_LENGTH),
  events: z
    .array(
      z.object({
        change: z.int().min(0).max(MAX_CHANGES),
        ad: z.string().max(40),
        placement: z.string().max(40),
      }),
    )
    .min(1)
    .max(MAX_EVENTS),
});
export type ReportedEvent = z.infer<typeof BeaconInput>['events'][number];
