// What a page with ads loads once it is alive: turns in its slots (specification, sections 4 and 9). Whatever else watches
// slots belongs here too: pages without ads load none of it.
import { ROTATION_MS } from '~/features/ad-counts/rotation';
import { watchSlots } from '~/features/ad-counts/watch-slots';
import { adGone, adShown, onAds } from './ad-events';

/** So long before its turn an ad's picture is fetched. */
const LEAD_MS = 5_000;

/** Whoever counts what is shown: once for all slots, and only in a browser. */
let isCounting = false;

/**
 * The place of the next ad behind `from` whose time is not over, the first one behind the last; -1 when there is none.
 * @param ends milliseconds since 1970, null for no end
 */
export function nextInTurn(ends: readonly (number | null)[], from: number, now: number): number {
  for (let step = 1; step <= ends.length; step += 1) {
    const index = (from + step) % ends.length;
    const end = ends[index] ?? null;
    if (end === null || end > now) return index;
  }
  return -1;
}

/**
 * Shows the slot's ads (its elements with `data-ad`) in turn, and tells which.
 * @param began when the first one came alive, in milliseconds since 1970
 * @param show shows the ad at a place alone; none at -1
 * @returns what ends it
 */
export function takeTurns(slot: HTMLElement, began: number, show: (index: number) => void): () => void {
  if (!isCounting) onAds(watchSlots());
  isCounting = true;
  let index = -1;
  let told = '';
  let timers: ReturnType<typeof setTimeout>[] = [];

  const candidates = () => [...slot.querySelectorAll<HTMLElement>('[data-ad]')];
  const next = (ads: readonly HTMLElement[]) => {
    const ends = ads.map(({ dataset }) => (dataset.ends ? Number(dataset.ends) : null));
    return nextInTurn(ends, index, Date.now());
  };

  function goOn(): void {
    const ads = candidates();
    index = next(ads);
    show(index);
    // Its place stays when the last one's time is over: nothing on the page may jump.
    slot.style.visibility = index < 0 ? 'hidden' : '';
    const { ad: adId = '', placement: placementId = '' } = ads[index]?.dataset ?? {};
    if (told === adId + placementId) return;
    told = adId + placementId;
    if (adId) adShown({ adId, placementId, slot });
    else adGone(slot);
  }

  function fetchNext(): void {
    const ads = candidates();
    // A picture that is hidden is fetched only when it is not lazy.
    for (const picture of ads[next(ads)]?.querySelectorAll('img') ?? []) picture.loading = 'eager';
  }

  function turn(): void {
    // What somebody points at or has reached by keyboard does not change under their hands.
    if (!slot.matches(':hover') && !slot.querySelector(':focus-visible')) goOn();
    waitFor(ROTATION_MS);
  }

  function waitFor(time: number): void {
    timers = [setTimeout(fetchNext, time - LEAD_MS), setTimeout(turn, time)];
  }

  goOn();
  waitFor(began + ROTATION_MS - Date.now());
  return () => {
    for (const timer of timers) clearTimeout(timer);
    adGone(slot);
  };
}
