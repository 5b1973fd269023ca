// Upper bounds for ad changes: how many changes a slot can have shown in a given time.
import type { SlotAd } from './ad-place';

/**
 * Time between two ads of a slot (specification, section 9). Browsers delay timers of hidden tabs but never
 * run them early.
 */
export const ROTATION_MS = 30_000;
/**
 * The start of a view and its events are timed when they reach the worker, possibly in two data centers. A
 * slow token request followed by a fast beacon, or clock differences, can make the measured time shorter than
 * the real one.
 */
const TOLERANCE_MS = 5_000;

/**
 * Most changes of one slot in the first `elapsed` milliseconds of a view: its first ad plus one per rotation.
 * The rotation may be due when the view begins, so its first change can come at any time.
 */
function mostTurns(elapsed: number, { every }: SlotAd): number {
  return every === 1 ? 1 : 2 + Math.floor((elapsed + TOLERANCE_MS) / ROTATION_MS);
}

/** The most times a slot can have shown this ad in `elapsed` milliseconds. */
export function mostShowings(elapsed: number, ad: SlotAd): number {
  return Math.ceil(mostTurns(elapsed, ad) / ad.every);
}

/** The most changes that all slots of a view together can have made in `elapsed` milliseconds. */
export function mostChanges(elapsed: number, ads: readonly SlotAd[]): number {
  const slots = new Map<string, number>();
  for (const ad of ads) slots.set(ad.location, Math.max(slots.get(ad.location) ?? 0, mostTurns(elapsed, ad)));
  return [...slots.values()].reduce((total, turns) => total + turns, 0);
}
