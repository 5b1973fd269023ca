// The search dialog: opening, typing, navigation and closing.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';
import { gate } from '../../support/gate';

const SEARCHES = '**/api/search?*';

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search Articles' });
}

function fieldOf(page: Page): Locator {
  return dialogOf(page).getByRole('searchbox', { name: 'Search articles' });
}

function boxOf(page: Page): Locator {
  return page.getByRole('banner').getByRole('searchbox', { name: 'Search articles' });
}

function resultsOf(page: Page): Locator {
  return dialogOf(page).getByRole('heading', { level: 3 }).getByRole('link');
}

async function openDialog(page: Page): Promise<void> {
  await openAt(page, '/');
  await boxOf(page).click();
  await expectFocus(fieldOf(page));
}

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Records the queries sent from now on, in order. */
function watchQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/search') queries.push(url.searchParams.get('q') ?? '');
  });
  return queries;
}

describe('the search dialog', () => {
  it('opens on a click on the search box, with the field focused', async () => {
    const page = await openPage();
    await openDialog(page);
    expect(await dialogOf(page).getByRole('heading', { name: 'Search Articles' }).isVisible()).toBe(true);
    expect(await boxOf(page).getAttribute('readonly')).not.toBeNull();
  });

  it.each(['/', 'Control+k', 'Meta+k'])('opens on %s anywhere on the page', async (keys) => {
    const page = await openPage();
    await openAt(page, '/newsletter');
    await page.keyboard.press(keys);
    await expectFocus(fieldOf(page));
    expect(await fieldOf(page).inputValue()).toBe('');
  });

  it('stays open when the report that it was closed before arrives late', async () => {
    const page = await openPage();
    await openDialog(page);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await expectFocus(fieldOf(page));
    await dialogOf(page).evaluate((dialog) => dialog.dispatchEvent(new Event('close')));
    await fieldOf(page).fill('intake');
    await resultsOf(page).first().waitFor();
    expect(await dialogOf(page).isVisible()).toBe(true);
  });

  it('does not open on a slash typed into a form', async () => {
    const page = await openPage();
    await openAt(page, '/');
    const email = page.getByLabel('Email address for the newsletter');
    await email.pressSequentially('a/b');
    expect(await email.inputValue()).toBe('a/b');
    expect(await dialogOf(page).isVisible()).toBe(false);
  });

  it('opens from the keyboard on the box, and on the icon on a small screen', async () => {
    const wide = await openPage();
    await openAt(wide, '/');
    await boxOf(wide).focus();
    await wide.keyboard.press('Enter');
    await expectFocus(fieldOf(wide));
    const small = await openPage({ width: 390 });
    await openAt(small, '/');
    await small.getByRole('banner').getByRole('link', { name: 'Search' }).first().click();
    await expectFocus(fieldOf(small));
    expect(pathOf(small)).toBe('/');
  });
});

describe('answers of the search dialog', () => {
  it('ask for two characters at least, without a request', async () => {
    const page = await openPage();
    const queries = watchQueries(page);
    await openDialog(page);
    const status = dialogOf(page).getByRole('status');
    expect(await status.innerText()).toBe('Type at least 2 characters to search');
    await fieldOf(page).pressSequentially(' a ');
    expect(await status.innerText()).toBe('Type at least 2 characters to search');
    await fieldOf(page).fill('intake');
    await resultsOf(page).first().waitFor();
    expect(queries).toEqual(['intake']);
  });

  it('are requested once, 300 ms after the last key', async () => {
    const page = await openPage();
    await page.clock.install();
    const queries = watchQueries(page);
    await openDialog(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const character of 'trust') {
      await fieldOf(page).press(character);
      await page.clock.runFor(299);
    }
    expect(queries).toEqual([]);
    await page.clock.runFor(1);
    await resultsOf(page).first().waitFor();
    expect(queries).toEqual(['trust']);
  });

  it('are cards with image, title, summary, author, date, read time and category', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('human gate');
    const card = dialogOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .first();
    await card.waitFor();
    const words = await card.innerText();
    expect(words).toContain('Where to Put the Human Gate in AI Intake Triage');
    expect(words).toContain('A model can sort a web inquiry in seconds.');
    expect(words).toContain('Priya Raman');
    expect(words).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
    expect(words).toMatch(/\d+ min read/);
    expect(words).toMatch(/AI & Automation/i);
    expect(await card.locator('img').getAttribute('src')).toMatch(/^\/media\//);
    expect(await card.locator('mark').first().innerText()).toMatch(/human gate/i);
    expect(await dialogOf(page).getByRole('status').innerText()).toMatch(/^\d+ articles?$/);
  });

  it('say that nothing was found and name the query', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('zzyzx road');
    const status = dialogOf(page).getByRole('status');
    await status.filter({ hasText: 'No articles found' }).waitFor();
    expect(await status.innerText()).toContain('zzyzx road');
    expect(await resultsOf(page).count()).toBe(0);
  });

  it('are those of the newest query, even if older ones arrive later', async () => {
    const page = await openPage();
    await openDialog(page);
    const [released, release] = gate();
    await page.route(/\/api\/search\?q=trust/, async (route) => {
      await released;
      await route.continue().catch(() => {}); // the page canceled this request, as expected
    });
    const first = page.waitForRequest(SEARCHES);
    await fieldOf(page).fill('trust');
    await first;
    const second = page.waitForResponse(/q=newsletter/);
    await fieldOf(page).fill('newsletter');
    await second;
    const titles = resultsOf(page);
    await titles.first().waitFor();
    const shown = await titles.allInnerTexts();
    release();
    await fieldOf(page).press('End');
    expect(await titles.allInnerTexts()).toEqual(shown);
    expect(await dialogOf(page).locator('mark').first().innerText()).toMatch(/newsletter/i);
  });

  it('are an empty list after a failure, which is reported on the console only', async () => {
    const page = await openPage({ expected: [/status of 500/, /console error: search failed/] });
    await openDialog(page);
    await page.route(SEARCHES, (route) => route.fulfill({ status: 500, body: 'no' }));
    await fieldOf(page).fill('trust');
    await dialogOf(page).getByRole('status').filter({ hasText: 'No articles found' }).waitFor();
    expect(await dialogOf(page).getByRole('status').innerText()).toContain(
      'Search is unavailable right now.',
    );
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute(SEARCHES);
    await fieldOf(page).fill('trust account');
    await resultsOf(page).first().waitFor();
  });
});

describe('groups of the search dialog', () => {
  it('link to categories, tags, authors and pages whose names match, below the articles', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('remote');
    const group = dialogOf(page).getByRole('heading', { level: 3, name: 'Categories' });
    await group.waitFor();
    const links = await dialogOf(page).locator('.search-dialog__body a').allInnerTexts();
    expect(links.indexOf('Remote Talent')).toBeGreaterThanOrEqual(await resultsOf(page).count());
    await dialogOf(page).getByRole('link', { name: 'Remote Talent', exact: true }).click();
    await page.waitForURL('**/category/remote-talent');
    expect(await dialogOf(page).isVisible()).toBe(false);
  });

  it('are reached with the arrow keys after the articles', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('tom beck');
    const author = dialogOf(page).getByRole('link', { name: 'Tom Beckett', exact: true });
    await author.waitFor();
    const stops = await dialogOf(page).locator('.search-dialog__body a').count();
    for (let i = 0; i < stops; i += 1) await page.keyboard.press('ArrowDown');
    await expectFocus(author);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/author/tom-beckett');
  });

  it('follow a correction, which can be undone', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('marketng');
    await dialogOf(page).getByText('Showing results for marketing.').waitFor();
    await dialogOf(page).getByRole('link', { name: 'Search instead for marketng' }).click();
    await page.waitForURL('**/search?q=marketng&exact=1');
    await page.getByRole('heading', { name: 'No articles found' }).waitFor();
  });
});

describe('recent searches', () => {
  const recentOf = (page: Page) =>
    dialogOf(page).locator('.recent-searches').getByRole('listitem').getByRole('link');

  /** Submits searches, each from the dialog on the page that the one before opened. */
  async function submitAll(page: Page, searches: readonly string[]): Promise<void> {
    for (const text of searches) {
      await page.keyboard.press('Control+k');
      await expectFocus(fieldOf(page));
      await fieldOf(page).fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/search?q=${encodeURIComponent(text)}`);
      await dialogOf(page).waitFor({ state: 'hidden' });
    }
    await page.keyboard.press('Control+k');
    await expectFocus(fieldOf(page));
  }

  it('are the last eight that were submitted or led to a result, also after a reload', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('never submitted');
    await fieldOf(page).fill('human gate');
    await resultsOf(page).first().click();
    await page.waitForURL('**/article/**');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await submitAll(
      page,
      Array.from({ length: 8 }, (_, i) => `fees ${i}`),
    );
    const expected = [7, 6, 5, 4, 3, 2, 1, 0].map((i) => `fees ${i}`);
    expect(await recentOf(page).allInnerTexts()).toEqual(expected);
    await fieldOf(page).fill('intake');
    await resultsOf(page).first().waitFor();
    expect(await recentOf(page).count()).toBe(0);
    await openDialog(page);
    expect(await recentOf(page).allInnerTexts()).toEqual(expected);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expectFocus(recentOf(page).nth(1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=fees+6');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await submitAll(page, []);
    expect(await recentOf(page).first().innerText()).toBe('fees 6');
  });

  it('can be removed one by one and all together', async () => {
    const page = await openPage();
    await openAt(page, '/newsletter');
    await submitAll(page, ['intake', 'trust']);
    await dialogOf(page).getByRole('button', { name: 'Remove trust' }).click();
    await expectFocus(fieldOf(page));
    expect(await recentOf(page).allInnerTexts()).toEqual(['intake']);
    await dialogOf(page).getByRole('button', { name: 'Clear Recent Searches' }).click();
    await expectFocus(fieldOf(page));
    expect(await dialogOf(page).getByText('Recent searches').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
  });

  it('do not return from another tab after they were cleared', async () => {
    const page = await openPage();
    await openAt(page, '/newsletter');
    await submitAll(page, ['intake', 'trust']);
    const other = await page.context().newPage();
    await openAt(other, '/newsletter');
    await submitAll(other, []);
    await dialogOf(other).getByRole('button', { name: 'Clear Recent Searches' }).click();
    await expect.poll(() => recentOf(page).count()).toBe(0);
    await fieldOf(page).fill('fees');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=fees');
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('["fees"]');
  });

  it('are missing without an error if the browser does not allow storage', async () => {
    const page = await openPage();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await openAt(page, '/newsletter');
    await submitAll(page, ['intake']);
    expect(await dialogOf(page).getByRole('status').innerText()).toBe('Type at least 2 characters to search');
  });
});

describe('the open search dialog', () => {
  it('closes on a click on a result, which opens, and clears the query', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('human gate');
    await resultsOf(page).first().click();
    await page.waitForURL('**/article/where-to-put-the-human-gate-in-ai-intake-triage');
    expect(await dialogOf(page).isVisible()).toBe(false);
    await page.keyboard.press('/');
    await expectFocus(fieldOf(page));
    expect(await fieldOf(page).inputValue()).toBe('');
    expect(await resultsOf(page).count()).toBe(0);
  });

  it('closes on Enter on a result selected with the arrow keys', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('intake');
    const links = resultsOf(page);
    await links.nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await expectFocus(links.first());
    await page.keyboard.press('ArrowDown');
    await expectFocus(links.nth(1));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expectFocus(fieldOf(page));
    await page.keyboard.press('ArrowDown');
    const href = await links.first().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    expect(await dialogOf(page).isVisible()).toBe(false);
    await page.keyboard.press('/');
    await expectFocus(fieldOf(page));
    expect(await fieldOf(page).inputValue()).toBe('');
  });

  it('closes on Enter in the field, which opens the search page', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('trust account');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search Articles' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/search\?q=trust(%20|\+)account$/);
    expect(await dialogOf(page).isVisible()).toBe(false);
  });

  it('closes on the first Escape and returns the focus', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('trust');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(boxOf(page));
  });

  it('closes on its button and on a click outside', async () => {
    const page = await openPage();
    await openDialog(page);
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await boxOf(page).click();
    await expectFocus(fieldOf(page));
    await page.mouse.click(5, 880);
    await dialogOf(page).waitFor({ state: 'hidden' });
  });

  it('keeps the focus inside on Tab', async () => {
    const page = await openPage();
    await openDialog(page);
    await fieldOf(page).fill('trust account');
    await resultsOf(page).first().waitFor();
    const stops = (await resultsOf(page).count()) + 6;
    for (let i = 0; i < stops; i += 1) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const here = document.activeElement;
        return here === document.body || Boolean(here?.closest('dialog'));
      });
      expect(inside, `after ${i + 1} presses`).toBe(true);
    }
    expect(await dialogOf(page).isVisible()).toBe(true);
  });
});
