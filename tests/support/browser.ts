// Chromium for a test file, and pages in it that fail their test when anything goes wrong that the test did not foretell.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { findChromium } from './chromium';

export interface PageOptions {
  width?: number;
  height?: number;
  /** What the system prefers. */
  theme?: 'light' | 'dark';
  javaScript?: boolean;
  reducedMotion?: boolean;
  permissions?: string[];
  /** Without the pages' own policy, which would stop what a test wants to see. */
  bypassCsp?: boolean;
  /** What the test provokes. Each must happen, and nothing else may. */
  expected?: RegExp[];
  /** The demo magazine unless given. */
  origin?: string;
  /** A browser without a screen calls itself one, and crawlers do too. */
  userAgent?: string;
}

interface Watched {
  context: BrowserContext;
  expected: RegExp[];
  problems: string[];
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Longer than an item's lease: work whose claim was made, but not answered, goes on when that is over. */
const PATIENCE_MS = 60_000;

let browser: Browser;
let open: Watched[] = [];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROME ?? findChromium(), args: ARGS });
});

afterEach(async () => {
  const watched = open;
  open = [];
  for (const { context } of watched) await context.close();
  for (const { expected, problems } of watched) {
    const unforeseen = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unforeseen, 'what went wrong in the browser').toEqual([]);
    const absent = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    expect(absent, 'what the test said would go wrong, and did not').toEqual([]);
  }
});

afterAll(() => browser?.close());

/** A new reader without a past. Paths given to `goto` are the magazine's. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = 900, theme = 'light', javaScript = true, reducedMotion = false } = options;
  const { permissions, expected = [], origin = inject('demoSite') } = options;
  const settings: BrowserContextOptions = {
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: javaScript,
    permissions,
    bypassCSP: options.bypassCsp,
    userAgent: options.userAgent,
  };
  const context = await browser.newContext(settings);
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(() => {
    window.addEventListener('document-alive', () => Object.assign(window, { isDocumentAlive: true }));
  });
  open.push({ context, expected, problems: watch(context, origin, javaScript) });
  return context.newPage();
}

/** Opens a path and waits until its scripts have taken over: only then does the theme button know its state. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** The clock of documents to come stands still at a moment (milliseconds since 1970) until the test moves it. */
export async function stopClock(page: Page, at: number): Promise<void> {
  // It runs until it is stopped, at a moment that is surely ahead of it.
  await page.clock.install({ time: at - 60 * 60 * 1000 });
  await page.clock.pauseAt(at);
}

export async function hydrated(page: Page): Promise<void> {
  await page.locator('button[aria-pressed]').first().waitFor({ state: 'attached' });
}

/** Waits until the document's scripts answer for it, where there is no button that would tell. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isDocumentAlive' in window);
}

/**
 * Waits for all animations: colours in the middle of a change are nobody's choice. The end of one transition may begin
 * the next one below it; what follows the scrolling never ends and stands still.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const findRunning = () =>
      document.getAnimations().filter(({ timeline, playState }) => {
        return timeline instanceof DocumentTimeline && playState === 'running';
      });
    for (let running = findRunning(); running.length > 0; running = findRunning()) {
      await Promise.allSettled(running.map((animation) => animation.finished));
    }
  });
}

/** Chooses a link or a button and waits for the document it leads to, as a reader without JavaScript would. */
export async function follow(way: Locator): Promise<void> {
  await Promise.all([way.page().waitForEvent('domcontentloaded'), way.click()]);
}

/** The path and query where the page is. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Everything said on the console beyond a note, thrown, blocked, failed or asked of another origin. */
function watch(context: BrowserContext, origin: string, javaScript: boolean): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    // Remix tells of a question that it gave up because the reader went on; see below.
    if (/^AbortError: signal is aborted/.test(message.text())) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack ?? error.error()}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A browser without JavaScript refuses each script it is offered.
    if (!javaScript && reason === 'csp' && request.resourceType() === 'script') return;
    // Whoever leaves a page or types on gives up what is under way; that is no failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (['http:', 'https:'].includes(url.protocol) && url.origin !== origin)
      problems.push(`request to another origin: ${url.href}`);
  });
  return problems;
}
