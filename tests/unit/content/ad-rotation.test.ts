// The worker accepts exactly the ad rotations that are possible in the time since a view started.
import { describe, expect, it } from 'vitest';
import type { SlotAd } from '~/features/ads/tracking/ad-place';
import { mostChanges, mostShowings, ROTATION_MS } from '~/features/ads/tracking/rotation';
import { randomNumbers } from '../../support/random-numbers';

const slotAd = (location: string, every: number): SlotAd => ({
  adId: 'ad',
  placementId: 'placement',
  location,
  categoryId: null,
  articleId: null,
  every,
  hour: 0,
});

describe('rotation check', () => {
  it('accepts every rotation of a reader, for any state of the slots when the view starts', () => {
    const random = randomNumbers(5);
    for (let round = 0; round < 60; round += 1) {
      const slots = ['footer', 'homepage-hero', 'homepage-sidebar'].map((location) => ({
        location,
        ads: 1 + Math.floor(random() * 4),
        // The ad shown in each slot, and the time of its next rotation.
        first: Math.floor(random() * 4),
        phase: random() * ROTATION_MS,
      }));
      const all = slots.flatMap(({ location, ads }) =>
        Array.from({ length: ads }, () => slotAd(location, ads)),
      );
      const events = slots.flatMap(({ ads, first, phase, location }) =>
        Array.from({ length: ads === 1 ? 1 : 100 }, (_, turn) => ({
          at: turn === 0 ? 0 : phase + (turn - 1) * ROTATION_MS,
          ad: `${location} ${(first + turn) % ads}`,
          place: slotAd(location, ads),
        })),
      );
      events.sort((a, b) => a.at - b.at);
      const shown = new Map<string, number>();
      for (const [change, { at, ad, place }] of events.entries()) {
        const times = (shown.get(ad) ?? 0) + 1;
        shown.set(ad, times);
        // The token took longer than the beacon, so the worker measures less time.
        const elapsed = at - random() * 4_000;
        expect(change).toBeLessThan(mostChanges(elapsed, all));
        expect(times).toBeLessThanOrEqual(mostShowings(elapsed, place));
      }
    }
  });

  it('accepts one view of an ad that is alone in its slot', () => {
    expect(mostShowings(3_600_000, slotAd('footer', 1))).toBe(1);
    expect(mostChanges(3_600_000, [slotAd('footer', 1)])).toBe(1);
  });
});
