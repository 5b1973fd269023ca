// Whose turn it is in a slot (specification, sections 4 and 9).
import type { AdView } from './ad-locations';

export const ROTATION_MS = 30_000;

/**
 * The place of the next ad behind `from` whose time is not over, the first one behind the last; -1 when there is none.
 * @param now milliseconds since 1970
 */
export function nextInTurn(ads: readonly Pick<AdView, 'endsAt'>[], from: number, now: number): number {
  for (let step = 1; step <= ads.length; step += 1) {
    const index = (from + step) % ads.length;
    const endsAt = ads[index]?.endsAt ?? null;
    if (endsAt === null || endsAt > now) return index;
  }
  return -1;
}
