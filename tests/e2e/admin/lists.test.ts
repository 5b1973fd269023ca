// Category, all stories, tag, author and search pages: their content and pagination.

import { DEMO_AUTHORS } from 'db/seed/demo-authors';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';

const published = readDemoArticles().filter(({ status }) => status === 'published');

function titlesOf(scope: Locator): Promise<string[]> {
  return scope.getByRole('article').getByRole('heading').allInnerTexts();
}

async function breadcrumbs(page: Page): Promise<string[]> {
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  return (await steps.allInnerTexts()).map((step) => step.replace(/^\W+/, ''));
}

function pagination(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Pagination' });
}

describe('category page', () => {
  it('shows its banner, its top story and all others, each once', async () => {
    const page = await openPage();
    await openAt(page, '/');
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: 'Operations' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    expect(pathOf(page)).toBe('/category/operations');
    expect(await breadcrumbs(page)).toEqual(['Home', 'Operations']);
    const main = page.getByRole('main');
    expect(await main.innerText()).toMatch(/6 articles\s+Updated regularly/);
    expect(await main.innerText()).toContain('The unglamorous machinery behind good lawyering');
    const titles = await titlesOf(main);
    expect([...titles].sort()).toEqual(
      published
        .filter(({ category }) => category === 'operations')
        .map(({ title }) => title)
        .sort(),
    );
    const rest = page.getByRole('region', { name: 'All Operations Articles' });
    expect(await titlesOf(rest)).toEqual(titles.slice(1));
    await main.getByRole('link', { name: 'Read Article' }).click();
    await page.getByRole('heading', { level: 1, name: titles[0] ?? '' }).waitFor();
  });

  it('puts featured before popular before the rest, each newest first', async () => {
    const rank = ({ featured, popular }: (typeof published)[number]) => (featured ? 0 : popular ? 1 : 2);
    const expected = published
      .filter(({ category }) => category === 'digital-marketing')
      .sort((a, b) => rank(a) - rank(b) || a.daysAgo - b.daysAgo)
      .map(({ title }) => title);
    const page = await openPage();
    await openAt(page, '/category/digital-marketing');
    expect(await titlesOf(page.getByRole('main'))).toEqual(expected);
  });

  it('marks the current category in the bar, which leaves out Interviews', async () => {
    const page = await openPage();
    await openAt(page, '/category/tools');
    const bar = page.getByRole('navigation', { name: 'Categories' });
    expect(await bar.locator('[aria-current=page]').innerText()).toBe('Tools');
    expect(await bar.getByRole('link').allInnerTexts()).toEqual([
      'AI & Automation',
      'Digital Marketing',
      'Growth Strategy',
      'Operations',
      'Remote Talent',
      'Tools',
    ]);
  });

  it('shows a friendly message without articles', async () => {
    const page = await openPage();
    await openAt(page, '/category/interviews');
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { name: 'No articles found' }).isVisible()).toBe(true);
    expect(await main.innerText()).toContain(
      "We're working on adding more content to this category. Check back soon!",
    );
  });
});

describe.each([
  { mode: 'with scripts', javaScript: true },
  { mode: 'without JavaScript', javaScript: false },
])('all stories, $mode', ({ javaScript }) => {
  it('are paged with Next, Previous and numbers, and show every article once, newest first', async () => {
    const page = await openPage({ javaScript });
    await (javaScript ? openAt(page, '/category/all') : page.goto('/category/all').then(() => {}));
    const main = page.getByRole('main');
    const here = () => pagination(page).locator('[aria-current=page]').innerText();
    expect(await here()).toBe('1');
    expect(await pagination(page).getByRole('link', { name: 'Previous' }).count()).toBe(0);
    const seen = await titlesOf(main);
    for (const number of ['2', '3']) {
      await pagination(page).getByRole('link', { name: 'Next' }).click();
      await expect.poll(here).toBe(number);
      expect(pathOf(page)).toBe(`/category/all?page=${number}`);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      seen.push(...(await titlesOf(main)));
    }
    expect(await pagination(page).getByRole('link', { name: 'Next' }).count()).toBe(0);
    expect(seen).toEqual([...published].sort((a, b) => a.daysAgo - b.daysAgo).map(({ title }) => title));
    await pagination(page).getByRole('link', { name: 'Previous' }).click();
    await expect.poll(here).toBe('2');
    await pagination(page).getByRole('link', { name: 'Page 1' }).click();
    await expect.poll(here).toBe('1');
    expect(pathOf(page)).toBe('/category/all');
    await page.goBack();
    await expect.poll(here).toBe('2');
    expect(await titlesOf(main)).toEqual(seen.slice(20, 40));
  });
});

describe('tag and author pages', () => {
  it('list their articles and are linked from articles and cards', async () => {
    const page = await openPage();
    await openAt(page, '/article/put-intake-response-time-on-your-monthly-marketing-report');
    await page.getByRole('list', { name: 'Topics' }).getByRole('link', { name: 'Client Intake' }).click();
    await page.getByRole('heading', { level: 1, name: 'Client Intake' }).waitFor();
    expect(await breadcrumbs(page)).toEqual(['Home', 'Client Intake']);
    const tagged = published.filter(({ tags }) => tags.includes('client-intake'));
    expect((await titlesOf(page.getByRole('main'))).sort()).toEqual(tagged.map(({ title }) => title).sort());
    expect(await page.getByRole('main').innerText()).toContain(`${tagged.length} articles`);

    const author = tagged[0]?.author ?? '';
    const card = page.getByRole('article').filter({ hasText: tagged[0]?.title ?? '' });
    await card.getByRole('link', { name: author }).click();
    await page.getByRole('heading', { level: 1, name: author }).waitFor();
    const written = published.filter((article) => article.author === author);
    expect((await titlesOf(page.getByRole('main'))).sort()).toEqual(written.map(({ title }) => title).sort());
    const profile = DEMO_AUTHORS.find(({ name }) => name === author);
    expect(await page.getByRole('main').innerText()).toContain(profile?.bio ?? 'no such author');
  });
});

describe.each([
  { mode: 'with scripts', javaScript: true },
  { mode: 'without JavaScript', javaScript: false },
])('search page, $mode', ({ javaScript }) => {
  it('searches, marks the matches and keeps the query in its field and URL', async () => {
    const page = await openPage({ javaScript });
    await (javaScript ? openAt(page, '/search') : page.goto('/search').then(() => {}));
    const main = page.getByRole('main');
    const field = main.getByRole('searchbox', { name: 'Search articles' });
    const ask = async (question: string) => {
      await field.fill(question);
      await main.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL((url) => url.searchParams.get('q') === question);
    };
    await ask('trust');
    await main.getByRole('article').first().waitFor();
    expect(await field.inputValue()).toBe('trust');
    const found = await titlesOf(main);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(await main.getByRole('status').innerText()).toContain(`${found.length} articles`);
    expect((await main.locator('mark').allInnerTexts()).every((word) => /\btrust/i.test(word))).toBe(true);
    await ask('a');
    await main.getByText('Type at least 2 characters to search').waitFor();
    await ask('zzyzx');
    await main.getByRole('heading', { name: 'No articles found' }).waitFor();
    expect(await main.innerText()).toContain('zzyzx');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => titlesOf(main)).toEqual(found);
    expect(await field.inputValue()).toBe('trust');
  });
});
