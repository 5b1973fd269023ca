// The public site by keyboard.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage, waitForAnimations } from '../../support/browser/browser';

interface Stop {
  name: string;
  problems: string[];
}

/** The focused element, and what hides its focus ring. */
function readStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const here = document.activeElement;
    if (!here || here === document.body) return null;
    const problems: string[] = [];
    const outlined = [null, '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(here, part);
      const isClear = /rgba\(.*, 0\)|transparent/.test(outlineColor);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !isClear;
    });
    if (!outlined) problems.push('has no outline');
    const [box] = [...here.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (!box) return { name: here.outerHTML.slice(0, 120), problems: [...problems, 'has no size'] };
    const x = Math.max(box.left, 0) + (Math.min(box.right, innerWidth) - Math.max(box.left, 0)) / 2;
    const y = Math.max(box.top, 0) + (Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / 2;
    const top = document.elementFromPoint(x, y);
    if (!top) problems.push('is outside of the window');
    else if (!here.contains(top) && !top.contains(here))
      problems.push(`lies under ${top.outerHTML.slice(0, 80)}`);
    return {
      name: `${here.tagName} ${here.textContent?.trim() || here.getAttribute('aria-label')}`,
      problems,
    };
  });
}

async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 300; presses += 1) {
    await page.keyboard.press('Tab');
    await waitForAnimations(page);
    const stop = await readStop(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('The walk does not end.');
}

function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

describe('by keyboard', () => {
  it('skips to the content at the first stop', async () => {
    const page = await openPage();
    await openAt(page, '/category/operations');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(page, 'main')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, 'main *')).toBe(true);
  });

  it.each([
    { path: '/', width: 1280 },
    { path: '/', width: 390 },
    { path: '/article/choosing-a-practice-management-system-with-a-scored-trial', width: 1280 },
    { path: '/category/all', width: 1280 },
    { path: '/newsletter', width: 390 },
  ])("shows every stop of $path at $width px, from the skip link to the footer's end", async (at) => {
    const page = await openPage({ width: at.width, reducedMotion: true });
    await openAt(page, at.path);
    const stops = await walk(page);
    expect(stops[0]?.name).toContain('Skip to content');
    expect(stops.at(-1)?.name).toContain('Member Login');
    expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it('finds, reads and leaves an article', async () => {
    const page = await openPage();
    await openAt(page, '/');
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    const answered = page.waitForResponse(/q=human(?:%20|\+)gate/);
    await page.keyboard.type('human gate');
    await answered;
    await page
      .getByRole('dialog')
      .locator('mark')
      .filter({ hasText: /^human gate$/i })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/article/where-to-put-the-human-gate-in-ai-intake-triage');
    await expect.poll(() => hasFocus(page, 'main')).toBe(true);
    await page.keyboard.press('Tab');
    const home = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' });
    expect(await home.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Latest Stories' }).waitFor();
    await expect.poll(() => hasFocus(page, 'main')).toBe(true);
  });
});
