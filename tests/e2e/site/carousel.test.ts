// The Growth Strategy row: moved by its buttons, by keys and by scrolling.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage } from '../../support/browser/browser';

const STEP = 320;

interface Carousel {
  list: Locator;
  left: Locator;
  right: Locator;
}

async function openCarousel(page: Page): Promise<Carousel> {
  await openAt(page, '/');
  const section = page.getByRole('region', { name: 'Growth Strategy', exact: true });
  await section.scrollIntoViewIfNeeded();
  return {
    list: section.getByRole('list', { name: 'Growth Strategy' }),
    left: section.getByRole('button', { name: 'Scroll left' }),
    right: section.getByRole('button', { name: 'Scroll right' }),
  };
}

/** Records every scroll position of the row from now on. */
function watchPlaces(list: Locator) {
  return list.evaluateHandle((row) => {
    const places: number[] = [];
    row.addEventListener('scroll', () => places.push(row.scrollLeft));
    return places;
  });
}

/** The row's scroll position at rest after `move`. */
async function restAfter(list: Locator, move: () => Promise<void>): Promise<number> {
  const waiting = await list.evaluateHandle((row) => ({
    ended: new Promise<number>((done) =>
      row.addEventListener('scrollend', () => done(row.scrollLeft), { once: true }),
    ),
  }));
  await move();
  return waiting.evaluate(({ ended }) => ended);
}

const furthest = (list: Locator) => list.evaluate((row) => row.scrollWidth - row.clientWidth);

describe('carousel', () => {
  it('moves by exactly 320 pixels per click and stops at its ends', async () => {
    const page = await openPage({ width: 390 });
    const { list, left, right } = await openCarousel(page);
    expect(await left.isDisabled()).toBe(true);
    expect(await restAfter(list, () => right.click())).toBe(STEP);
    await expect.poll(() => left.isEnabled()).toBe(true);
    expect(await restAfter(list, () => right.click())).toBe(2 * STEP);
    expect(await restAfter(list, () => left.click())).toBe(STEP);
    expect(await restAfter(list, () => left.click())).toBe(0);
    await expect.poll(() => left.isDisabled()).toBe(true);
    const end = await furthest(list);
    for (let at = 0; at < end; ) at = await restAfter(list, () => right.click());
    await expect.poll(() => right.isDisabled()).toBe(true);
    await expect.poll(() => left.isEnabled()).toBe(true);
  });

  it('follows the arrow keys and manual scrolling', async () => {
    const page = await openPage({ width: 768 });
    const { list, left, right } = await openCarousel(page);
    await list.focus();
    expect(await restAfter(list, () => page.keyboard.press('ArrowRight'))).toBe(STEP);
    expect(await restAfter(list, () => page.keyboard.press('ArrowLeft'))).toBe(0);
    await expect.poll(() => left.isDisabled()).toBe(true);
    const end = await furthest(list);
    await restAfter(list, () => list.evaluate((row) => row.scrollTo({ left: row.scrollWidth })));
    expect(await list.evaluate((row) => Math.round(row.scrollLeft))).toBe(Math.round(end));
    await expect.poll(() => right.isDisabled()).toBe(true);
  });

  it('jumps without animation if the reader prefers reduced motion', async () => {
    const page = await openPage({ width: 390, reducedMotion: true });
    const { list, right } = await openCarousel(page);
    const places = await watchPlaces(list);
    expect(await restAfter(list, () => right.click())).toBe(STEP);
    expect(await places.jsonValue()).toEqual([STEP]);
  });

  it('scrolls smoothly otherwise', async () => {
    const page = await openPage({ width: 390 });
    const { list, right } = await openCarousel(page);
    // Checks the call, because the number of frames depends on the machine.
    const asked = await list.evaluateHandle((row) => {
      const orders: unknown[] = [];
      const scrollBy = row.scrollBy.bind(row) as (order?: ScrollToOptions) => void;
      row.scrollBy = (order?: unknown) => {
        orders.push(order);
        scrollBy(order as ScrollToOptions);
      };
      return orders;
    });
    expect(await restAfter(list, () => right.click())).toBe(STEP);
    expect(await asked.jsonValue()).toEqual([{ left: STEP, behavior: 'smooth' }]);
  });

  it('scrolls only the row, not the page', async () => {
    const page = await openPage({ width: 390 });
    const { list, right } = await openCarousel(page);
    const place = () => list.evaluate((row) => [scrollX, Math.round(row.getBoundingClientRect().top)]);
    await right.scrollIntoViewIfNeeded();
    const before = await place();
    await restAfter(list, () => right.click());
    expect(await place()).toEqual(before);
  });
});
