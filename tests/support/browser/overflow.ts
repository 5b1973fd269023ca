// Finds elements that are wider than the window.
import type { Page } from 'playwright-core';

/** Elements that overflow the window, except within scrolled or clipped elements. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    const isHeld = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent || parent === document.body) return false;
      return getComputedStyle(parent).overflowX !== 'visible' || isHeld(parent);
    };
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isOverflowing = right > root.clientWidth + 1 || left < -1;
      if (!isOverflowing || width <= 1 || height <= 1 || isHeld(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      found.push(`${element.tagName}.${element.className} from ${left} to ${right}`);
    }
    return found;
  });
}
