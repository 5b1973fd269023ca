// Chromium for tests. A test fails if its pages report an error that the test does not expect.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject } from 'vitest';
import { gate } from '../gate';
import { poolTest } from '../site/site-test';
import { findChromium } from './chromium';

/** A desktop and a phone, in both themes. */
export const THEMED_VIEWPORTS = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

export interface PageOptions {
  width?: number;
  height?: number;
  /** The system's color scheme. */
  theme?: 'light' | 'dark';
  javaScript?: boolean;
  reducedMotion?: boolean;
  permissions?: string[];
  /** Ignores the pages' Content-Security-Policy, which would block what the test observes. */
  bypassCsp?: boolean;
  /** Errors that the test provokes. Each must occur, and no others may. */
  expected?: RegExp[];
  /** Defaults to the demo site. */
  origin?: string;
  /** Headless Chromium identifies itself as headless, as crawlers do; set this to look like a reader. */
  userAgent?: string;
}

interface Watched {
  context: BrowserContext;
  expected: RegExp[];
  problems: string[];
}

/**
 * The last three save about a third of the processor time of opening a page: a page lives for seconds, in a process
 * of its own, where compiled code and further processes cost more than they save. Turning off threads of the
 * compositor would save more, but then some pages stop painting.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--single-threaded --no-opt --no-maglev --no-sparkplug',
  '--in-process-gpu',
  '--renderer-process-limit=1',
];
/** Longer than an item's lease: an item claimed by a consumer that crashed continues when its lease ends. */
const WAIT_LIMIT_MS = 60_000;

let browser: Promise<Browser> | undefined;
let open: Watched[] = [];

/**
 * Tests with a browser, one per process. After each test its pages are closed, and it fails if they reported
 * errors.
 */
export const browserTest = poolTest
  .extend(
    'browser',
    { scope: 'worker', auto: true },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
    async ({}, { onCleanup }) => {
      // Vitest calls this for each file that extends these tests.
      browser ??= chromium.launch({ executablePath: process.env.CHROME ?? findChromium(), args: ARGS });
      onCleanup(async () => (await browser)?.close());
      return browser;
    },
  )
  .extend(
    'pages',
    { auto: true },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
    ({}, { onCleanup }) => onCleanup(closePages),
  );

async function closePages(): Promise<void> {
  const watched = open;
  open = [];
  for (const { context } of watched) await context.close();
  for (const { expected, problems } of watched) {
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'unexpected errors in the browser').toEqual([]);
    const absent = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
    expect(absent, 'expected errors that did not occur').toEqual([]);
  }
}

/**
 * Opens a new browser context without cookies or storage. Paths passed to `goto` are relative to the site.
 */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = 900, theme = 'light', javaScript = true, reducedMotion = false } = options;
  const { permissions, expected = [], origin = inject('demoSite') } = options;
  const settings: BrowserContextOptions = {
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: javaScript,
    ...(permissions && { permissions }),
    bypassCSP: options.bypassCsp ?? false,
    ...(options.userAgent && { userAgent: options.userAgent }),
  };
  if (!browser) throw new Error('Use `it` of browserTest or of a test that extends it.');
  const context = await (await browser).newContext(settings);
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  await context.addInitScript(() => {
    window.addEventListener('document-alive', () => Object.assign(window, { isHydrated: true }));
  });
  open.push({ context, expected, problems: watch(context, origin, javaScript) });
  return context.newPage();
}

/** Opens a path and waits until React has hydrated the page. */
export async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/**
 * Stops the clock of documents opened later at a time (milliseconds since 1970) until the test advances it.
 */
export async function stopClock(page: Page, at: number): Promise<void> {
  // The clock runs until it is paused, so it must start before that time.
  await page.clock.install({ time: at - 60 * 60 * 1000 });
  await page.clock.pauseAt(at);
}

export async function hydrated(page: Page): Promise<void> {
  await page.locator('button[title="Dark theme"][aria-pressed]').first().waitFor({ state: 'attached' });
}

/** Waits for the document's hydration event, for pages without a theme button. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in window);
}

/**
 * Waits for all animations, because colors are undefined during a transition. One transition's end may start
 * another. Scroll-driven animations never end and are ignored.
 */
export async function waitForAnimations(page: Page): Promise<void> {
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

/** Clicks a link or a button and waits for the document it leads to, without JavaScript. */
export async function follow(target: Locator): Promise<void> {
  await Promise.all([target.page().waitForEvent('domcontentloaded'), target.click()]);
}

/** The page's path and query. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Console warnings and errors, exceptions, failed requests, and requests to other origins. */
function watch(context: BrowserContext, origin: string, javaScript: boolean): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    // React Router logs requests that it aborts on navigation; see below.
    if (/^AbortError: signal is aborted/.test(message.text())) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack ?? error.error()}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A browser without JavaScript blocks every script.
    if (!javaScript && reason === 'csp' && request.resourceType() === 'script') return;
    // Navigating away or typing on aborts requests; that is not a failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (['http:', 'https:'].includes(url.protocol) && url.origin !== origin)
      problems.push(`request to another origin: ${url.href}`);
  });
  return problems;
}

/** Holds back requests for addresses that match, until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const [go, release] = gate();
  await page.route(pattern, async (route) => {
    await go;
    await route.continue();
  });
  return release;
}
