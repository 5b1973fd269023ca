// Slots tell which ad they show; whoever counts listens.

export interface AdShown {
  adId: string;
  placementId: string;
  /** The slot's own element (`data-ad-slot`). */
  slot: HTMLElement;
}

interface AdListener {
  shown(ad: AdShown): void;
  /** No ad stands there now. */
  gone(slot: HTMLElement): void;
}

const listeners = new Set<AdListener>();
/** What each slot on the page shows now: slots come alive before some listener does. */
const showing = new Map<HTMLElement, AdShown>();

/** A slot shows another ad, or its first one. */
export function adShown(shown: AdShown): void {
  showing.set(shown.slot, shown);
  for (const listener of listeners) listener.shown(shown);
}

/** A slot shows nothing any more, or left the page. */
export function adGone(slot: HTMLElement): void {
  if (showing.delete(slot)) for (const listener of listeners) listener.gone(slot);
}

/**
 * Tells `listener` what is shown already, and every change from then on.
 * @returns what ends it
 */
export function onAds(listener: AdListener): () => void {
  for (const shown of showing.values()) listener.shown(shown);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
