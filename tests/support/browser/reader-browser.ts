// A browser whose tabs behave like a reader's: only the tab in front is visible, others can be frozen, and pages that were
// left stay in the back/forward cache. Playwright's own browsers keep every tab visible and have no such cache.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

interface ReaderBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

/** @param executable a complete Chromium; the headless shell has neither windows nor tabs that are hidden */
export async function openReaderBrowser(executable: string, userAgent: string): Promise<ReaderBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'magazine-browser-'));
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--window-size=1280,900',
      '--remote-debugging-port=0',
      `--user-agent=${userAgent}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
      const [found] = /ws:\/\/\S+/.exec(output) ?? [];
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium ended: ${output}`)));
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium has no window.');
  return {
    context,
    async close() {
      const session = await browser.newBrowserCDPSession();
      // Its answer may be lost with the browser.
      await Promise.race([session.send('Browser.close').catch(() => {}), ended]);
      await ended;
      endGroup(child.pid);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Ends the browser's remaining processes, which would write to its profile. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // None is left.
  }
}

/** Stops a hidden tab's scripts, as browsers do to save power, and resumes them. */
export async function freezeAndResume(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const state of ['frozen', 'active'] as const)
    await session.send('Page.setWebLifecycleState', { state });
  await session.detach();
}

export async function setMinimized(page: Page, isMinimized: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const windowState = isMinimized ? 'minimized' : 'normal';
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  await session.detach();
}
