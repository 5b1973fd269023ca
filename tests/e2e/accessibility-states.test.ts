// axe finds nothing in what opens over a page: the search dialog, the menu, a toast.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findBarriers } from '../support/axe';
import { openPage, visit } from '../support/browser';

const CASES = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;

async function openDialog(page: Page): Promise<void> {
  await visit(page, '/newsletter');
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
}

describe.each(CASES)('axe finds nothing at $width px, $theme,', ({ width, theme }) => {
  it('in the search dialog: empty, with results, without any, and after a failure', async () => {
    const page = await openPage({
      width,
      theme,
      reducedMotion: true,
      expected: [/status of 500/, /search failed/],
    });
    await openDialog(page);
    expect(await findBarriers(page), 'empty').toEqual([]);
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('searchbox');
    await field.fill('intake');
    await dialog.getByRole('heading', { level: 3 }).first().waitFor();
    expect(await findBarriers(page), 'with results').toEqual([]);
    await field.fill('zzyzx');
    await dialog.getByText('No articles found').waitFor();
    expect(await findBarriers(page), 'without any').toEqual([]);
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await field.fill('trust');
    await dialog.getByText('No articles found for “trust”').waitFor();
    expect(await findBarriers(page), 'after a failure').toEqual([]);
  });

  it('in the search dialog while it is searching', async () => {
    const page = await openPage({ width, theme, reducedMotion: true });
    await openDialog(page);
    await page.route('**/api/search?*', () => {}); // never answered
    await page.getByRole('dialog').getByRole('searchbox').fill('intake');
    await page.getByText('Searching…').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('with a toast of thanks and one of a failure', async () => {
    const page = await openPage({ width, theme, reducedMotion: true, expected: [/status of 422/] });
    await visit(page, '/newsletter?subscribed=newsletter-page');
    await page.getByLabel('Email address to get started').fill('reader@localhost');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('axe finds nothing on a small screen, %s,', (theme) => {
  it('with the menu open', async () => {
    const page = await openPage({ width: 390, theme, reducedMotion: true });
    await visit(page, '/');
    await page.locator('summary').click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
