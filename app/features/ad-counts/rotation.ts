// How ads take turns in a slot, and therefore how many changes a reader can have been shown in a given time.
import type { SlotAd } from './ad-place';

/** From one ad of a slot to the next (specification, section 9). Browsers delay timers of hidden tabs; they never run them early. */
export const ROTATION_MS = 30_000;
/**
 * The view's start and an event are taken down when they reach the worker, perhaps in two data centers. A slow request for the
 * token followed by a fast beacon, and clocks that differ, make the time between them shorter than it was for the reader.
 */
const TOLERANCE_MS = 5_000;

/**
 * Changes of one slot in the first `elapsed` milliseconds of a view: the ad that stands there when it begins, and one for
 * each turn. The slot may be about to turn when the view begins, so the first turn can come at any time.
 */
function mostTurns(elapsed: number, { every }: SlotAd): number {
  return every === 1 ? 1 : 2 + Math.floor((elapsed + TOLERANCE_MS) / ROTATION_MS);
}

/** How often a slot can have shown this ad in that time. */
export function mostShowings(elapsed: number, ad: SlotAd): number {
  return Math.ceil(mostTurns(elapsed, ad) / ad.every);
}

/** Changes of all slots of a view in that time. */
export function mostChanges(elapsed: number, ads: readonly SlotAd[]): number {
  const slots = new Map<string, number>();
  for (const ad of ads) slots.set(ad.location, Math.max(slots.get(ad.location) ?? 0, mostTurns(elapsed, ad)));
  return [...slots.values()].reduce((total, turns) => total + turns, 0);
}
