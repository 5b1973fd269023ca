// Reports which ads a reader was shown and which were viewable. Pages are cached and the same for everyone,
// so a view is identified by a token, requested when the first slot scrolls into view.
import { readOwnJson } from '~/lib/own-json';

export interface VisibleAd {
  adId: string;
  placementId: string;
  /** Its elements with `data-ticket` are the candidates. */
  slot: HTMLElement;
}

/** One display of a page. */
interface View {
  /** The view ends when this slot leaves the page. */
  slot: HTMLElement;
  tickets: string[];
  token: string | null;
  isRequested: boolean;
  /** Milliseconds since 1970. */
  endsAt: number;
  changes: number;
  /** Reports to send once there is a token. */
  waiting: { change: Change; send(): void }[];
}

/** An ad that a slot started to show. */
interface Change extends VisibleAd {
  /**
   * Null until it is reported: changes are numbered from the start of the view, when the token was requested.
   */
  number: number | null;
  /** Null until it counts; changes in a hidden tab don't. */
  view: View | null;
  /** The slot was in view while it showed this ad, for any length of time. */
  wasInView: boolean;
  isViewable: boolean;
}

/** Media Rating Council definition of viewable: half of the pixels for one second. */
const VIEWABLE_SHARE = 0.5;
const VIEWABLE_MS = 1_000;
const MAX_WAITING = 50;

/** Returns the listener for `onAds` that reports impressions and viewable impressions. */
export function watchSlots(): { shown(ad: VisibleAd): void; gone(slot: HTMLElement): void } {
  const current = new Map<HTMLElement, Change>();
  const inView = new Set<HTMLElement>();
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();
  let view: View | null = null;

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target: slot, isIntersecting } of entries) {
        if (!(slot instanceof HTMLElement)) continue;
        if (isIntersecting) inView.add(slot);
        else inView.delete(slot);
        updateTimer(slot);
      }
    },
    { threshold: VIEWABLE_SHARE },
  );

  /** Starts another view for other ads, another page, or a tab that stayed open for an hour. */
  function viewOf(slot: HTMLElement): View {
    const isKnown = ticketsIn(slot).every((ticket) => view?.tickets.includes(ticket));
    if (!view?.slot.isConnected || !isKnown || Date.now() > view.endsAt) {
      const tickets = ticketsIn(document);
      view = {
        slot,
        tickets,
        token: null,
        isRequested: false,
        endsAt: Number.POSITIVE_INFINITY,
        changes: 0,
        waiting: [],
      };
    }
    return view;
  }

  function count(change: Change): void {
    if (change.view || document.hidden) return;
    const view = viewOf(change.slot);
    change.view = view;
    // Changes of this slot before the view began are not part of it.
    if (!view.isRequested) view.waiting = view.waiting.filter((each) => each.change.slot !== change.slot);
    report('/api/ad-impressions', change);
  }

  function report(address: string, change: Change): void {
    const { view, adId, placementId } = change;
    if (!view) return;
    const send = () => {
      change.number ??= view.changes++;
      const events = [{ change: change.number, ad: adId, placement: placementId }];
      navigator.sendBeacon(address, JSON.stringify({ token: view.token, events }));
    };
    if (view.token) send();
    else if (view.waiting.length < MAX_WAITING) view.waiting.push({ change, send });
  }

  /** Starts or cancels the one-second timer after which an ad counts as viewable. */
  function updateTimer(slot: HTMLElement): void {
    clearTimeout(timers.get(slot));
    if (!slot.isConnected) {
      observer.unobserve(slot);
      current.delete(slot);
      inView.delete(slot);
      timers.delete(slot);
    }
    const change = current.get(slot);
    if (!change?.view || !inView.has(slot) || document.hidden) return;
    change.wasInView = true;
    void requestToken(change.view);
    if (change.isViewable) return;
    const reportViewable = () => {
      change.isViewable = true;
      report('/api/viewed', change);
    };
    timers.set(slot, setTimeout(reportViewable, VIEWABLE_MS));
  }

  document.addEventListener('visibilitychange', () => {
    for (const [slot, change] of current) {
      count(change);
      updateTimer(slot);
    }
  });

  return {
    shown(ad) {
      const change = { ...ad, number: null, view: null, wasInView: false, isViewable: false };
      current.set(ad.slot, change);
      observer.observe(ad.slot);
      count(change);
      updateTimer(ad.slot);
    },
    gone(slot) {
      const change = current.get(slot);
      current.delete(slot);
      updateTimer(slot);
      // An ad that ended before it was in view can no longer become an impression. If the slot left the page,
      // the impression still counts.
      const view = slot.isConnected && !change?.wasInView && change?.view;
      if (view) view.waiting = view.waiting.filter((each) => each.change !== change);
    },
  };
}

function ticketsIn(root: Document | HTMLElement): string[] {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-ticket]')];
  return elements.map(({ dataset }) => dataset.ticket ?? '');
}

async function requestToken(view: View): Promise<void> {
  if (view.isRequested) return;
  view.isRequested = true;
  try {
    const body = JSON.stringify({ tickets: view.tickets });
    const response = await fetch('/api/view-tokens', { method: 'POST', body });
    const { token, seconds } = await readOwnJson<{ token: string | null; seconds: number }>(response);
    view.token = token;
    view.endsAt = Date.now() + seconds * 1000;
    if (token) for (const { send } of view.waiting) send();
    view.waiting = [];
  } catch {
    // Network error: request a token again for the next ad in view.
    view.isRequested = false;
  }
}
