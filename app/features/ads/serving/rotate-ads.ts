// Rotates the ads of a slot (specification, sections 4 and 9). Loaded after hydration, and only on pages with
// ads; code that observes slots belongs in this chunk.

import { adGone, adShown, onAds } from '../tracking/ad-events';
import { ROTATION_MS } from '../tracking/rotation';
import { watchSlots } from '../tracking/watch-slots';

/** How long before its turn the next ad's image is loaded. */
const LEAD_MS = 5_000;

/** Set when the counter is registered: once for all slots, in browsers only. */
let isCounting = false;

/**
 * The index of the next ad after `from` that has not ended, wrapping around; -1 if there is none.
 * @param ends end times in milliseconds since 1970, null for no end
 */
export function nextAdIndex(ends: readonly (number | null)[], from: number, now: number): number {
  for (let step = 1; step <= ends.length; step += 1) {
    const index = (from + step) % ends.length;
    const end = ends[index] ?? null;
    if (end === null || end > now) return index;
  }
  return -1;
}

/**
 * Shows the slot's ads (elements with `data-ticket`) in turn and reports each change.
 * @param began when the page was hydrated, in milliseconds since 1970
 * @param show shows only the ad at an index; none for -1
 * @returns a function that stops the rotation
 */
export function startRotation(slot: HTMLElement, began: number, show: (index: number) => void): () => void {
  if (!isCounting) onAds(watchSlots());
  isCounting = true;
  let index = -1;
  let reported = '';
  let timers: ReturnType<typeof setTimeout>[] = [];

  const candidates = () => [...slot.querySelectorAll<HTMLElement>('[data-ticket]')];
  const next = (ads: readonly HTMLElement[]) => {
    const ends = ads.map(({ dataset }) => (dataset.ends ? Number(dataset.ends) : null));
    return nextAdIndex(ends, index, Date.now());
  };

  function showNext(): void {
    const ads = candidates();
    index = next(ads);
    show(index);
    // The empty slot keeps its size, to avoid a layout shift.
    slot.style.visibility = index < 0 ? 'hidden' : '';
    const [adId = '', placementId = ''] = ads[index]?.dataset.ticket?.split('.') ?? [];
    if (reported === adId + placementId) return;
    reported = adId + placementId;
    if (adId) adShown({ adId, placementId, slot });
    else adGone(slot);
  }

  function fetchNext(): void {
    const ads = candidates();
    // Browsers don't load lazy images while they are hidden.
    for (const image of ads[next(ads)]?.querySelectorAll('img') ?? []) image.loading = 'eager';
  }

  function turn(): void {
    // Don't replace an ad that the reader points at or has focused with the keyboard.
    if (!slot.matches(':hover') && !slot.querySelector(':focus-visible')) showNext();
    schedule(ROTATION_MS);
  }

  function schedule(time: number): void {
    timers = [setTimeout(fetchNext, time - LEAD_MS), setTimeout(turn, time)];
  }

  showNext();
  schedule(began + ROTATION_MS - Date.now());
  return () => {
    for (const timer of timers) clearTimeout(timer);
    adGone(slot);
  };
}
