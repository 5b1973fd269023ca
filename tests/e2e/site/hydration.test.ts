// Input between the first paint and hydration.
import { describe, expect } from 'vitest';
import { holdRequests, hydrated, browserTest as it, openPage } from '../../support/browser/browser';

/**
 * Splits React's work into the smallest pieces and presses a key after each until hydration, so that every
 * moment is covered. Must run before the page's scripts.
 */
function pressInEveryGap() {
  const held = window as unknown as { presses: number; isAlive: boolean };
  held.presses = 0;
  const press = () => {
    if (held.isAlive) return;
    held.presses += 1;
    const field = document.querySelector('main input') ?? document.body;
    for (const type of ['keydown', 'input'])
      field.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  };
  window.addEventListener('document-alive', () => {
    held.isAlive = true;
  });
  // React's scheduler yields after 5 ms: here every check is past that.
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => {
    ahead += 6;
    return now() + ahead;
  };
  // It continues with a message to itself.
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    configurable: true,
    ...(onmessage?.get && { get: onmessage.get }),
    set(work: (event: MessageEvent) => void) {
      onmessage?.set?.call(this, (event: MessageEvent) => {
        work.call(this, event);
        press();
      });
    },
  });
}

/** Blocks the script that holds events back (`app/http/document/event-replay.ts`). */
function letEventsThrough() {
  const add = window.addEventListener.bind(window);
  window.addEventListener = ((type: string, listener: EventListener, options?: boolean) => {
    if (options !== true) add(type, listener, options);
  }) as typeof window.addEventListener;
}

const pressesOf = () => (window as unknown as { presses: number }).presses;
const isAlive = () => (window as unknown as { isAlive: boolean }).isAlive;

describe.each(['/', '/auth'])('during hydration of %s', (path) => {
  it('raises no error for keys pressed between any two pieces of work', async () => {
    const page = await openPage();
    await page.addInitScript(pressInEveryGap);
    await page.goto(path);
    await page.waitForFunction(isAlive);
    expect(await page.evaluate(pressesOf)).toBeGreaterThan(10);
  });

  it('raises errors if events are not held back', async () => {
    const page = await openPage({ expected: [/#345;/] });
    await page.addInitScript(pressInEveryGap);
    await page.addInitScript(letEventsThrough);
    await Promise.all([page.waitForEvent('pageerror'), page.goto(path)]);
  });
});

it.each([
  { name: 'search field', shown: '.search-dialog[open]' },
  { name: 'theme button', shown: 'header button[title][aria-pressed="true"]' },
])('does not lose a click on the $name before hydration', async ({ name, shown }) => {
  const page = await openPage();
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const banner = page.getByRole('banner');
  const target =
    name === 'search field' ? banner.getByRole('searchbox') : banner.getByRole('button', { name: /theme/i });
  await target.click();
  release();
  await page.locator(shown).first().waitFor();
});

it('forgets a click before hydration when the reader types after it', async () => {
  const page = await openPage();
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('button', { name: /theme/i }).click();
  await page.getByRole('main').getByRole('textbox', { name: /email/i }).first().fill('ann@example.com');
  release();
  await hydrated(page);
  expect(await page.locator('header button[aria-pressed="true"]').count()).toBe(0);
});

it('keeps text typed before hydration', async () => {
  const page = await openPage();
  await page.goto('/auth', { waitUntil: 'commit' });
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ann@example.com');
  await page.waitForLoadState('networkidle');
  expect(await email.inputValue()).toBe('ann@example.com');
});

describe('the text of an article', () => {
  const PATH = '/article/put-intake-response-time-on-your-monthly-marketing-report';
  const SENTENCE = 'Two timestamps, one number';

  it('is in the document once, and stays after hydration and on the way back', async () => {
    const page = await openPage();
    const document = await page.goto(PATH);
    expect((await document?.text())?.split(SENTENCE)).toHaveLength(2);
    await hydrated(page);
    await page.getByRole('heading', { name: SENTENCE }).waitFor();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Latest Stories' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: SENTENCE }).waitFor();
  });

  it('stays when React rejects the document and renders it again', async () => {
    const page = await openPage({ expected: [/#(418|423|425);/] });
    await page.route(`**${PATH}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('>Related Articles<', '>Other words<'),
      });
    });
    await Promise.all([page.waitForEvent('pageerror'), page.goto(PATH)]);
    await hydrated(page);
    await page.getByRole('heading', { name: SENTENCE }).waitFor();
  });
});
