// Counts how long and how far a page is read, and reports it (docs/decisions/0037-readership.md). Loaded after hydration. It
// stores nothing in the browser: a view is identified by a token that exists only while the page is open.
import { readOwnJson } from '~/lib/own-json';
import type { ReportedOutcome } from './reading-event';
import { reading } from './reading-signals';

interface View {
  /** JSON body of the token request. */
  arrival: string;
  /** Undefined until the server answers. */
  token?: string;
  isAsking?: boolean;
  seconds: number;
  quarter: number;
  outcomes: [ReportedOutcome, string][];
  /** The last report that was sent. */
  sent: string;
}

const REPORT_SECONDS = 15;
/** Higher ones open a menu, or go back and forward. */
const MIDDLE_BUTTON = 1;
/** After this time without reader activity, time is no longer counted. */
const IDLE_MS = 30_000;
/** Seconds that count before the server answers. The server accepts a little more than the time since then. */
const EARLY_SECONDS = 3;

let view: View | undefined;
let lastSign = 0;
let isStarted = false;
/** False while the page shows an error. */
let isCounted = true;
/** CTAs that were at least half visible one second ago. */
let inView = new Set<string>();

/** Ends the previous page's view and starts the current page's. Call it for each page. */
export function trackView(isFound: boolean): void {
  isCounted = isFound;
  if (isStarted) {
    open(true);
    return;
  }
  isStarted = true;
  const [loading] = performance.getEntriesByType('navigation');
  const start = () => open(loading !== undefined && 'type' in loading && loading.type !== 'navigate');
  // A page that is prerendered or opened in a background tab is counted when it is shown.
  if (document.hidden) document.addEventListener('visibilitychange', start, { once: true });
  else start();
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchmove'])
    addEventListener(sign, recordActivity, { passive: true, capture: true });
  // The middle button, which opens a new tab, sends `auxclick`.
  for (const click of ['click', 'auxclick'] as const) addEventListener(click, noteClick, true);
  document.addEventListener('visibilitychange', () => (document.hidden ? send() : recordActivity()));
  addEventListener('pagehide', send);
  addEventListener('online', send);
  // A page from the back/forward cache is viewed again.
  addEventListener('pageshow', ({ persisted }) => persisted && open(true));
  setInterval(countSecond, 1_000);
  reading.report = (kind, target = '') => {
    if (!view || view.outcomes.some((known) => known[0] === kind && known[1] === target)) return;
    view.outcomes.push([kind, target]);
    send();
  };
}

function open(isInternal: boolean): void {
  send();
  view = undefined;
  reading.token = null;
  if (!isCounted) return;
  const { pathname: path, search } = location;
  const id = crypto.randomUUID();
  const arrival = JSON.stringify({ id, path, search, referrer: document.referrer, isInternal });
  view = { arrival, seconds: 0, quarter: 0, outcomes: [], sent: '' };
  inView = new Set();
  recordActivity();
  send();
}

/** Sends what is new, or asks for the token first. */
function send(): void {
  const current = view;
  if (!current || !navigator.onLine) return;
  const { token, seconds, quarter, outcomes } = current;
  if (token === undefined) return void ask(current);
  const report = JSON.stringify({ token, seconds, quarter, outcomes });
  if (report !== current.sent && (seconds || outcomes.length) && navigator.sendBeacon('/api/reading', report))
    current.sent = report;
}

async function ask(asking: View): Promise<void> {
  if (asking.isAsking) return;
  asking.isAsking = true;
  try {
    const answer = await fetch('/api/views', { method: 'POST', body: asking.arrival, keepalive: true });
    if (answer.status >= 500) throw new Error('The server could not count the view.');
    const { token } = await readOwnJson<{ token: string | null }>(answer);
    if (asking !== view) return;
    if (!token) {
      // This view is not counted.
      view = undefined;
      return;
    }
    asking.token = token;
    reading.token = token;
    asking.seconds = Math.min(asking.seconds, EARLY_SECONDS);
    if (asking.outcomes.length || document.hidden) send();
  } catch {
    // Asks again with the next report.
    asking.isAsking = false;
  }
}

function recordActivity(): void {
  lastSign = Date.now();
}

function countSecond(): void {
  if (!view || document.hidden || Date.now() - lastSign > IDLE_MS) return;
  view.seconds += 1;
  const text = document.querySelector('.article__body');
  // A page with only the beginning of a members-only article says nothing about how far the article is read.
  if (text && !text.querySelector('[data-members]')) {
    const { top, height } = text.getBoundingClientRect();
    const quarter = Math.floor((4 * (innerHeight - top)) / height);
    view.quarter = Math.max(view.quarter, Math.min(4, quarter));
  }
  const before = inView;
  inView = new Set();
  for (const cta of document.querySelectorAll('[data-cta]')) {
    const { top, height } = cta.getBoundingClientRect();
    const id = idOf(cta);
    // A hidden CTA has no height.
    if (!height || top + height / 2 < 0 || top + height / 2 > innerHeight) continue;
    inView.add(id);
    if (before.has(id)) reading.report('cta_view', id);
  }
  if (view.seconds % REPORT_SECONDS === 0) send();
}

function noteClick({ target, button }: MouseEvent): void {
  const cta =
    button <= MIDDLE_BUTTON &&
    target instanceof Element &&
    target.closest('[data-cta] a')?.closest('[data-cta]');
  if (cta) reading.report('cta_click', idOf(cta));
}

const idOf = (cta: Element) => cta.getAttribute('data-cta') ?? '';
