// In-page events: slots announce which ad they show, and listeners count it.

export interface AdShown {
  adId: string;
  placementId: string;
  /** The slot's own element (`data-ad-slot`). */
  slot: HTMLElement;
}

interface AdListener {
  shown(ad: AdShown): void;
  /** The slot is now empty. */
  gone(slot: HTMLElement): void;
}

const listeners = new Set<AdListener>();
/** The ad that each slot shows now, for listeners that subscribe after a slot was hydrated. */
const showing = new Map<HTMLElement, AdShown>();

/** Call when a slot shows its first or another ad. */
export function adShown(shown: AdShown): void {
  showing.set(shown.slot, shown);
  for (const listener of listeners) listener.shown(shown);
}

/** Call when a slot becomes empty or leaves the page. */
export function adGone(slot: HTMLElement): void {
  if (showing.delete(slot)) for (const listener of listeners) listener.gone(slot);
}

/**
 * Reports the ads shown now, and every later change, to `listener`.
 * @returns a function that unsubscribes it
 */
export function onAds(listener: AdListener): () => void {
  for (const shown of showing.values()) listener.shown(shown);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
