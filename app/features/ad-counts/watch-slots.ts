// Tells the magazine which ads a reader was shown, and which could be seen. A page is the same for everyone: what makes one
// look at it this look is a token, asked for when the first slot comes into view.

export interface ShownAd {
  adId: string;
  placementId: string;
  /** Its elements with `data-ticket` are the ads that may stand there. */
  slot: HTMLElement;
}

/** One look at one page. */
interface View {
  /** It ends with the page on which this slot stands. */
  slot: HTMLElement;
  tickets: string[];
  token: string | null;
  isAsked: boolean;
  /** Milliseconds since 1970. */
  endsAt: number;
  changes: number;
  /** What is told when there is a token. */
  waiting: { change: Change; send(): void }[];
}

/** An ad that took its place. */
interface Change extends ShownAd {
  /** Null until it is told: changes count from the start of the view, which is when the token was asked for. */
  number: number | null;
  /** Null until it counts: nobody looks at a hidden tab. */
  view: View | null;
  /** It stood in view, for however short a time. */
  isMet: boolean;
  isSeen: boolean;
}

/** The Media Rating Council's measure: half of the pixels, for one second. */
const SHARE = 0.5;
const SEEN_MS = 1_000;
const MOST_WAITING = 50;

/** @returns what is to be told of every ad that a slot shows, and of a slot that shows none any more */
export function watchSlots(): { shown(ad: ShownAd): void; gone(slot: HTMLElement): void } {
  const current = new Map<HTMLElement, Change>();
  const inView = new Set<HTMLElement>();
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();
  let view: View | null = null;

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const slot = target as HTMLElement;
        if (isIntersecting) inView.add(slot);
        else inView.delete(slot);
        look(slot);
      }
    },
    { threshold: SHARE },
  );

  /** Other ads, or another page, or a tab that stood open for an hour: another look. */
  function viewOf(slot: HTMLElement): View {
    const isKnown = ticketsIn(slot).every((ticket) => view?.tickets.includes(ticket));
    if (!view?.slot.isConnected || !isKnown || Date.now() > view.endsAt) {
      const tickets = ticketsIn(document);
      view = {
        slot,
        tickets,
        token: null,
        isAsked: false,
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
    // What stood there before the view began is not part of it.
    if (!view.isAsked) view.waiting = view.waiting.filter((each) => each.change.slot !== change.slot);
    tell('/api/ad-impressions', change);
  }

  function tell(address: string, change: Change): void {
    const { view, adId, placementId } = change;
    if (!view) return;
    const send = () => {
      change.number ??= view.changes++;
      const events = [{ change: change.number, ad: adId, placement: placementId }];
      navigator.sendBeacon(address, JSON.stringify({ token: view.token, events }));
    };
    if (view.token) send();
    else if (view.waiting.length < MOST_WAITING) view.waiting.push({ change, send });
  }

  /** Begins or ends the second that makes an ad one that was seen. */
  function look(slot: HTMLElement): void {
    clearTimeout(timers.get(slot));
    if (!slot.isConnected) {
      observer.unobserve(slot);
      current.delete(slot);
      inView.delete(slot);
      timers.delete(slot);
    }
    const change = current.get(slot);
    if (!change?.view || !inView.has(slot) || document.hidden) return;
    change.isMet = true;
    void askToken(change.view);
    if (change.isSeen) return;
    const seen = () => {
      change.isSeen = true;
      tell('/api/viewed', change);
    };
    timers.set(slot, setTimeout(seen, SEEN_MS));
  }

  document.addEventListener('visibilitychange', () => {
    for (const [slot, change] of current) {
      count(change);
      look(slot);
    }
  });

  return {
    shown(ad) {
      const change = { ...ad, number: null, view: null, isMet: false, isSeen: false };
      current.set(ad.slot, change);
      observer.observe(ad.slot);
      count(change);
      look(ad.slot);
    },
    gone(slot) {
      const change = current.get(slot);
      current.delete(slot);
      look(slot);
      // Its time is over: nobody can see any more what nobody saw. Who left the page was shown it all the same.
      const view = slot.isConnected && !change?.isMet && change?.view;
      if (view) view.waiting = view.waiting.filter((each) => each.change !== change);
    },
  };
}

function ticketsIn(root: Document | HTMLElement): string[] {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-ticket]')];
  return elements.map(({ dataset }) => dataset.ticket ?? '');
}

async function askToken(view: View): Promise<void> {
  if (view.isAsked) return;
  view.isAsked = true;
  try {
    const body = JSON.stringify({ tickets: view.tickets });
    const answer = await fetch('/api/view-tokens', { method: 'POST', body });
    const { token, seconds } = (await answer.json()) as { token: string | null; seconds: number };
    view.token = token;
    view.endsAt = Date.now() + seconds * 1000;
    if (token) for (const { send } of view.waiting) send();
    view.waiting = [];
  } catch {
    // Nobody could be reached: the next ad in view asks again.
    view.isAsked = false;
  }
}
