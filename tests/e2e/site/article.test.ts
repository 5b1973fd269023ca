// Reading an article: links to it, its parts, sharing, and navigating back.
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { readDemoArticles } from '../../../db/seed/demo-texts';
import { hydrated, browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';

const ARTICLE = '/article/where-to-put-the-human-gate-in-ai-intake-triage';
const TITLE = 'Where to Put the Human Gate in AI Intake Triage';

interface Marked {
  sameDocument?: boolean;
  shared?: unknown;
}

async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    (window as Marked).sameDocument = true;
  });
  return () => page.evaluate(() => (window as Marked).sameDocument === true);
}

describe('article', () => {
  it('opens from the home page without loading a new document, and takes the focus', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const isSameDocument = await markDocument(page);
    await page.getByRole('heading', { name: TITLE }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    expect(pathOf(page)).toBe(ARTICLE);
    expect(await isSameDocument()).toBe(true);
    await expect.poll(() => page.title()).toContain(TITLE);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('shows its breadcrumb: home, category, title', async () => {
    const page = await openPage();
    await openAt(page, ARTICLE);
    const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
    expect((await steps.allInnerTexts()).map((step) => step.replace(/^\W+/, ''))).toEqual([
      'Home',
      'AI & Automation',
      TITLE,
    ]);
    expect(await steps.last().locator('[aria-current=page]').count()).toBe(1);
    await steps.nth(1).getByRole('link').click();
    await page.waitForURL('**/category/ai-automation');
  });

  it('shows title, summary, author, date, read time and its text', async () => {
    const page = await openPage();
    await openAt(page, ARTICLE);
    const facts = readDemoArticles().find(({ slug }) => ARTICLE.endsWith(slug));
    const article = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) });
    const words = await article.innerText();
    expect(words).toContain(facts?.summary);
    expect(words).toContain(facts?.author);
    expect(words).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
    expect(words).toMatch(/\d+ min read/);
    expect(await article.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
    const about = page.getByRole('region', { name: 'About the Author' });
    expect(await about.innerText()).toContain('Contributing Writer');
    await about.getByRole('link', { name: facts?.author ?? '' }).click();
    await page.getByRole('heading', { level: 1, name: facts?.author ?? '' }).waitFor();
  });

  it('marks a popular article', async () => {
    const popular = readDemoArticles().find((article) => article.popular && article.status === 'published');
    const page = await openPage();
    await openAt(page, `/article/${popular?.slug}`);
    expect(await page.getByText('Popular Article', { exact: true }).isVisible()).toBe(true);
  });

  it('shows an ad only in the categories of its placements, in both slots', async () => {
    const page = await openPage();
    const ad = page.getByRole('link', { name: /Bench and Ledger/ });
    await openAt(page, ARTICLE);
    expect(await page.getByText('Advertisement', { exact: true }).count()).toBe(2);
    expect(await ad.count()).toBe(0);
    await openAt(page, '/article/choosing-a-practice-management-system-with-a-scored-trial');
    expect(await page.getByText('Advertisement', { exact: true }).count()).toBe(2);
    expect(await ad.count()).toBe(2);
    expect(await ad.first().getAttribute('target')).toBe('_blank');
    expect(await ad.first().getAttribute('rel')).toMatch(/noopener.*noreferrer/);
  });

  it('links to three related articles, never to itself', async () => {
    const page = await openPage();
    await openAt(page, ARTICLE);
    const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('heading', { level: 3 });
    const titles = await related.allInnerTexts();
    expect(titles).toHaveLength(3);
    expect(titles).not.toContain(TITLE);
    const isSameDocument = await markDocument(page);
    await related.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: titles[0] ?? '' }).waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("leads back home, and Back returns to the reader's position", async () => {
    const page = await openPage();
    await openAt(page, '/');
    const card = page.getByRole('region', { name: 'Operations' }).getByRole('heading', { level: 3 }).first();
    await card.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(1000);
    await card.getByRole('link').click();
    await page.waitForURL('**/article/**');
    await page.getByRole('region', { name: 'About the Author' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Operations' }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await page.goForward();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('region', { name: 'Latest Stories' }).waitFor();
    expect(pathOf(page)).toBe('/');
  });
});

describe('sharing an article', () => {
  it('copies its URL with a message if the device has no share dialog', async () => {
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openAt(page, `${ARTICLE}?utm_source=elsewhere`);
    expect(await page.evaluate(() => 'share' in navigator)).toBe(false);
    await page.getByRole('article').getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('status').getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(inject('demoSite') + ARTICLE);
  });

  it('copies the URL of the story on the home page', async () => {
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openAt(page, '/');
    const hero = page.getByRole('heading', { level: 1 }).getByRole('link');
    await page.getByRole('button', { name: 'Share This Story' }).click();
    await page.getByRole('status').getByText('Link copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(inject('demoSite') + (await hero.getAttribute('href')));
  });

  it.each([
    'AbortError',
    'InvalidStateError',
  ])("passes title and URL to the device's share dialog, and ignores a cancel or a second click: %s", async (name) => {
    const page = await openPage();
    await page.addInitScript((thrown) => {
      navigator.share = async (data) => {
        (window as Marked).shared = data;
        throw new DOMException('Not shared.', thrown);
      };
    }, name);
    await page.goto(ARTICLE);
    await hydrated(page);
    await page.getByRole('article').getByRole('button', { name: 'Share' }).first().click();
    await expect
      .poll(() => page.evaluate(() => (window as Marked).shared))
      .toEqual({
        title: TITLE,
        url: inject('demoSite') + ARTICLE,
      });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('Link copied').count()).toBe(0);
  });

  it('shows the URL if it cannot be copied', async () => {
    const page = await openPage();
    await page.addInitScript(() => {
      navigator.clipboard.writeText = async () => {
        throw new DOMException('Not now.', 'NotAllowedError');
      };
    });
    await openAt(page, ARTICLE);
    await page.getByRole('article').getByRole('button', { name: 'Share' }).first().click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain(inject('demoSite') + ARTICLE);
  });
});
