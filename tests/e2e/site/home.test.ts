// The home page: its sections, their order and their links.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';

const SECTIONS = {
  'AI & Automation': 'ai-automation',
  'Remote Talent': 'remote-talent',
  'Digital Marketing': 'digital-marketing',
  Operations: 'operations',
  'Growth Strategy': 'growth-strategy',
};

function heading(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('heading', { name, exact: true });
}

function thirteenParts(page: Page): Locator[] {
  const ad = page.getByText('Advertisement', { exact: true });
  return [
    page.getByText('FEATURED STORY', { exact: true }),
    ad.nth(0),
    heading(page, 'Latest Stories'),
    heading(page, 'Featured Articles'),
    heading(page, 'AI & Automation'),
    heading(page, 'Remote Talent'),
    page.getByLabel('Email address for the newsletter'),
    ad.nth(1),
    heading(page, 'Digital Marketing'),
    heading(page, 'Operations'),
    heading(page, 'Growth Strategy'),
    ad.nth(2),
    page.getByRole('contentinfo'),
  ];
}

function sectionOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

describe('home page', () => {
  it('has its thirteen parts in order, visually and in the document', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/');
    const parts = thirteenParts(page);
    let lastTop = Number.NEGATIVE_INFINITY;
    for (const [index, part] of parts.entries()) {
      const box = await part.boundingBox();
      expect(box?.y, `part ${index + 1} stands below the one before`).toBeGreaterThan(lastTop);
      lastTop = box?.y ?? lastTop;
      const next = await parts[index + 1]?.elementHandle();
      if (!next) continue;
      const precedes = await part.evaluate(
        (here, after) => (here.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
        next,
      );
      expect(precedes, `part ${index + 1} comes before the next in the document`).toBe(true);
    }
    expect(await page.getByText('Advertisement', { exact: true }).count()).toBe(3);
  });

  it('opens with the newest featured story on the whole first screen', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const [newest] = readDemoArticles()
      .filter(({ status, featured }) => status === 'published' && featured)
      .sort((a, b) => a.daysAgo - b.daysAgo);
    const hero = sectionOf(page, newest?.title ?? '');
    expect(await hero.getByRole('heading', { level: 1 }).innerText()).toBe(newest?.title);
    expect(await hero.innerText()).toContain(newest?.summary);
    expect(await hero.getByText('Featured Story').isVisible()).toBe(true);
    expect(await hero.innerText()).toMatch(/\d+ min read/);
    expect(await hero.getByRole('time').innerText()).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    expect(await hero.getByRole('link', { name: newest?.author ?? '' }).isVisible()).toBe(true);
    const box = await hero.boundingBox();
    expect(box?.width).toBe(1280);
    // Of 900 pixels, a strip at the bottom shows that more follows.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
    await hero.getByRole('link', { name: 'Read Full Story' }).click();
    await page.waitForURL(`**/article/${newest?.slug}`);
  });

  it('shows no article twice', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const titles = await page
      .getByRole('main')
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(titles.length).toBeGreaterThan(25);
    expect(titles.filter((href, index) => titles.indexOf(href) !== index)).toEqual([]);
    expect(titles.every((href) => href.startsWith('/article/'))).toBe(true);
  });

  it('labels the latest story and at most three headlines as latest or popular', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const latest = sectionOf(page, 'Latest Stories');
    expect(await latest.getByRole('article').first().innerText()).toMatch(/^Latest\b/i);
    const headlines = latest.getByRole('listitem');
    expect(await headlines.count()).toBe(3);
    for (const words of await headlines.allInnerTexts()) expect(words).toMatch(/^(Latest|Popular)\b/i);
    const related = sectionOf(page, 'Featured Articles');
    expect(await related.getByRole('heading', { name: 'Related Coverage' }).isVisible()).toBe(true);
    await latest.getByRole('link', { name: 'View All Stories' }).click();
    await page.waitForURL('**/category/all');
  });

  it('links from every section to all of its category', async () => {
    const page = await openPage();
    await openAt(page, '/');
    for (const [name, slug] of Object.entries(SECTIONS)) {
      const all = sectionOf(page, name).getByRole('link', { name: `View All ${name}` });
      expect(await all.getAttribute('href'), name).toBe(`/category/${slug}`);
      const cards = await sectionOf(page, name).getByRole('article').count();
      expect(cards, name).toBeGreaterThanOrEqual(4);
      expect(cards, name).toBeLessThanOrEqual(5);
    }
    await sectionOf(page, 'Growth Strategy').getByRole('link', { name: 'View All Growth Strategy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Growth Strategy' }).waitFor();
    expect(pathOf(page)).toBe('/category/growth-strategy');
  });

  it('counts the published articles of each category in its footer and lists the twelve tags', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const footer = page.getByRole('contentinfo');
    const rows = await footer.getByRole('listitem').filter({ hasText: /\d$/ }).allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      'AI & Automation 5',
      'Digital Marketing 14',
      'Growth Strategy 10',
      'Operations 6',
      'Remote Talent 6',
      'Tools 2',
    ]);
    const tags = footer.locator('a[href^="/tag/"]');
    expect(await tags.count()).toBe(12);
    expect(await footer.getByRole('link', { name: 'Member Login' }).getAttribute('href')).toBe('/auth');
  });

  it('skips the layout of lower sections on phones at first, and returns to the same card after a reload and after Back', async () => {
    const page = await openPage({ width: 390 });
    await openAt(page, '/');
    const card = sectionOf(page, 'Operations').getByRole('heading', { level: 3 }).nth(2);
    const skipped = () =>
      card.evaluate((element) => !element.checkVisibility({ contentVisibilityAuto: true }));
    expect(await skipped()).toBe(true);
    // As with a finger: the sections above get their heights on the way.
    const top = await card.evaluate(async (element) => {
      // Headless Chromium sometimes stops painting while a page scrolls.
      const frame = () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
          setTimeout(resolve, 100);
        });
      while (element.getBoundingClientRect().top > innerHeight / 2) {
        scrollBy({ top: 100, behavior: 'instant' });
        await frame();
        await frame();
      }
      return Math.round(element.getBoundingClientRect().top);
    });
    expect(await skipped()).toBe(false);
    const place = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await page.reload();
    await expect.poll(place).toBe(top);
    await card.getByRole('link').click();
    await page.waitForURL('**/article/**');
    await page.goBack();
    await card.waitFor();
    await expect.poll(place).toBe(top);
  });
});
