// axe on what opens over a page: the search dialog, the menu, a toast.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { browserTest as it, openAt, openPage } from '../../support/browser/browser';

const CASES = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;

async function openDialog(page: Page): Promise<void> {
  await openAt(page, '/newsletter');
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
}

describe.each(CASES)('axe finds nothing at $width px, $theme', ({ width, theme }) => {
  it('in the search dialog: empty, with results, without any, and after a failure', async () => {
    const page = await openPage({
      width,
      theme,
      reducedMotion: true,
      expected: [/status of 500/, /search failed/],
    });
    await openDialog(page);
    expect(await findAxeViolations(page), 'empty').toEqual([]);
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('searchbox');
    await field.fill('intake');
    await dialog.getByRole('heading', { level: 3 }).first().waitFor();
    expect(await findAxeViolations(page), 'with results').toEqual([]);
    await field.fill('remote');
    await dialog.getByRole('heading', { level: 3, name: 'Categories' }).waitFor();
    expect(await findAxeViolations(page), 'with groups').toEqual([]);
    await field.fill('zzyzx');
    await dialog.getByText('No articles found').waitFor();
    expect(await findAxeViolations(page), 'without any').toEqual([]);
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await field.fill('trust');
    await dialog.getByText('No articles found for “trust”').waitFor();
    expect(await findAxeViolations(page), 'after a failure').toEqual([]);
  });

  it('in the search dialog with recent searches', async () => {
    const page = await openPage({ width, theme, reducedMotion: true });
    await page.addInitScript(() => localStorage.setItem('recent-searches', '["intake","flat fees"]'));
    await openDialog(page);
    await page.getByRole('heading', { name: 'Recent searches' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('in the search dialog while it is searching', async () => {
    const page = await openPage({ width, theme, reducedMotion: true });
    await openDialog(page);
    await page.route('**/api/search?*', () => {}); // never answered
    await page.getByRole('dialog').getByRole('searchbox').fill('intake');
    await page.getByText('Searching...').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('with a success toast and an error toast', async () => {
    const page = await openPage({ width, theme, reducedMotion: true, expected: [/status of 422/] });
    await openAt(page, '/newsletter?subscribed=newsletter-page');
    await page.getByLabel('Email address to get started').fill('reader@localhost');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('axe finds nothing on a small screen, %s', (theme) => {
  it('with the menu open', async () => {
    const page = await openPage({ width: 390, theme, reducedMotion: true });
    await openAt(page, '/');
    await page.locator('summary').click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
