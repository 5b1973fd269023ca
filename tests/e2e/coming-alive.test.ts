// Between the first paint and the moment the page answers to its scripts.
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';

/**
 * React's work is cut as small as it goes, and a key is pressed after each piece of it until the page is alive: faster
 * than anybody types, so that one meets each moment. Must run before the page's scripts.
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
  // React's scheduler stops for others once 5 ms are over: here they always are.
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => {
    ahead += 6;
    return now() + ahead;
  };
  // It goes on with a message to itself.
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    configurable: true,
    get: onmessage?.get,
    set(work: (event: MessageEvent) => void) {
      onmessage?.set?.call(this, (event: MessageEvent) => {
        work.call(this, event);
        press();
      });
    },
  });
}

/** What holds the events back (`app/http/hold-events.ts`) is not let in. */
function letEventsThrough() {
  const add = window.addEventListener.bind(window);
  window.addEventListener = ((type: string, listener: EventListener, options?: boolean) => {
    if (options !== true) add(type, listener, options);
  }) as typeof window.addEventListener;
}

const pressesOf = () => (window as unknown as { presses: number }).presses;
const isAlive = () => (window as unknown as { isAlive: boolean }).isAlive;

describe.each(['/', '/auth'])('while %s comes to life', (path) => {
  it('keys pressed in every gap of its work raise no error', async () => {
    const page = await openPage();
    await page.addInitScript(pressInEveryGap);
    await page.goto(path);
    await page.waitForFunction(isAlive);
    expect(await page.evaluate(pressesOf)).toBeGreaterThan(10);
  });

  it('they would, were they not held back', async () => {
    const page = await openPage({ expected: [/#345;/] });
    await page.addInitScript(pressInEveryGap);
    await page.addInitScript(letEventsThrough);
    await Promise.all([page.waitForEvent('pageerror'), page.goto(path)]);
  });
});

it('what was typed before the scripts came is kept', async () => {
  const page = await openPage();
  await page.goto('/auth', { waitUntil: 'commit' });
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ann@example.com');
  await page.waitForLoadState('networkidle');
  expect(await email.inputValue()).toBe('ann@example.com');
});
