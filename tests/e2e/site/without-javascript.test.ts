// Reading without JavaScript: all content is in the page, and every visible control works.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { follow, browserTest as it, openPage, pathOf } from '../../support/browser/browser';

const ARTICLE = 'where-to-put-the-human-gate-in-ai-intake-triage';

/** Buttons that work only with scripts. */
function deadButtons(page: Page): Promise<string[]> {
  return page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.tagName !== 'SUMMARY')
      .filter((button) => !(button instanceof HTMLButtonElement && button.form && button.type === 'submit'))
      .map((button) => button.outerHTML),
  );
}

async function open(path: string, width = 1280): Promise<Page> {
  const page = await openPage({ javaScript: false, width });
  await page.goto(path);
  return page;
}

describe('without JavaScript', () => {
  it.each([
    '/',
    `/article/${ARTICLE}`,
    '/category/tools',
    '/search?q=trust',
    '/newsletter',
    '/tag/roi',
  ])('shows no button on %s that does nothing', async (path) => {
    for (const width of [390, 1280]) expect(await deadButtons(await open(path, width))).toEqual([]);
  });

  it("shows the home page's sections, images and a row that scrolls", async () => {
    const page = await open('/');
    for (const name of ['Latest Stories', 'Featured Articles', 'Operations', 'Growth Strategy']) {
      expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true);
    }
    const hero = page.getByRole('main').locator('img').first();
    expect(await hero.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeGreaterThan(
      0,
    );
    const row = page.getByRole('list', { name: 'Growth Strategy' });
    expect(await row.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
    expect(await row.evaluate((list) => getComputedStyle(list).overflowX)).toMatch(/auto|scroll/);
    await follow(page.getByRole('link', { name: 'Read Full Story' }));
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(pathOf(page)).toMatch(/^\/article\//);
  });

  it('shows a whole article and links to others', async () => {
    const page = await open(`/article/${ARTICLE}`);
    const text = readDemoArticles().find(({ slug }) => slug === ARTICLE)?.content ?? '';
    const paragraphs = [...text.matchAll(/<p>([^<]{40,})<\/p>/g)].map(([, words = '']) => words.slice(0, 30));
    expect(paragraphs.length).toBeGreaterThan(3);
    const shown = await page.getByRole('article').first().innerText();
    for (const words of paragraphs.filter((start) => !start.includes('&'))) expect(shown).toContain(words);
    const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('heading', { level: 3 });
    const title = await related.first().innerText();
    await follow(related.first().getByRole('link'));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    await follow(page.getByRole('link', { name: 'Back to Home' }));
    expect(pathOf(page)).toBe('/');
  });

  it('reaches a category from the bar, and an article from it', async () => {
    const page = await open('/');
    await follow(page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Tools' }));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Tools');
    await follow(page.getByRole('link', { name: 'Read Article' }));
    expect(pathOf(page)).toMatch(/^\/article\//);
  });

  it.each([390, 1280])('reaches the search page from the header at %i px', async (width) => {
    const page = await open('/newsletter', width);
    const header = page.getByRole('banner');
    const way =
      width < 900
        ? header.getByRole('link', { name: 'Search' }).first()
        : header.getByRole('button', { name: 'Search' });
    await follow(way);
    expect(new URL(page.url()).pathname).toBe('/search');
    await page.getByRole('main').getByRole('searchbox').fill('trust');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=trust');
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(0);
  });

  it('shows all content of the newsletter page', async () => {
    const page = await open('/newsletter');
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe(
      'Scale Your Law Firm Beyond Traditional Limits',
    );
    const words = await main.innerText();
    expect(words).toMatch(/10,000\+\s+Law Firm Owners/i);
    expect(words).toMatch(/Weekly\s+Expert Insights/i);
    expect(words).toMatch(/150%\s+Average Growth/i);
    const parts = main.getByRole('region', { name: "What You'll Get Every Week" });
    expect(await parts.getByRole('listitem').count()).toBe(6);
    expect(await main.getByRole('figure').count()).toBe(3);
    expect(await main.getByRole('button').allInnerTexts()).toEqual(['Join Free', 'Get Started']);
  });
});
