// Slots tell which ad they show; whoever counts listens.

export interface AdShown {
  adId: string;
  placementId: string;
  /** The slot's own element (`data-ad-slot`). */
  slot: HTMLElement;
}

type Listener = (shown: AdShown) => void;

const listeners = new Set<Listener>();
/** What each slot on the page shows now: slots come alive before some listener does. */
const showing = new Map<HTMLElement, AdShown>();

/** A slot shows another ad, or its first one. */
export function adShown(shown: AdShown): void {
  showing.set(shown.slot, shown);
  for (const listener of listeners) listener(shown);
}

/** A slot shows nothing any more, or left the page. */
export function adGone(slot: HTMLElement): void {
  showing.delete(slot);
}

/**
 * Calls `listener` for what is shown already, and at every change from then on.
 * @returns what ends it
 */
export function onAdShown(listener: Listener): () => void {
  for (const shown of showing.values()) listener(shown);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
