// Text typed into settings forms stays when the page reloads its data: after another button, an upload, or
// the form's own save.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { holdPosts } from '../../support/browser/hold-posts';
import { drawImage } from '../../support/images';
import { setNewsletter } from '../../support/newsletter';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

beforeEach(async () => {
  await site.empty('newsletter_issues, media');
  await setNewsletter(site);
});

const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function prepareIssue(page: Page): Promise<string> {
  await page.goto('/admin/newsletter');
  await button(page, 'Prepare Issue').click();
  await page.waitForURL(/newsletter\/[0-9a-f-]{36}$/);
  const { pathname } = new URL(page.url());
  await openAt(page, pathname);
  return pathname;
}

const FORMS = [
  {
    what: 'an issue',
    open: prepareIssue,
    field: 'Introduction',
    other: 'Subject',
    save: 'Save Issue',
    done: 'Issue saved',
    reload: async (page: Page) => {
      await button(page, 'Send Me a Test').click();
      await toast(page, 'Test email sent to');
    },
    stale: 'Someone else changed this issue',
  },
  {
    what: 'the settings',
    open: async (page: Page) => {
      await openAt(page, '/admin/settings');
      return '/admin/settings';
    },
    field: 'Blurb',
    other: 'Magazine name',
    save: 'Save Settings',
    done: 'Settings saved',
    reload: async (page: Page) => {
      const make = page.getByRole('button', { name: /^(Create|Rotate) key$/ });
      await make.click();
      await page.locator('.new-key').waitFor();
      // The key is shown before the page reloads.
      await make.waitFor();
    },
    stale: 'Someone else',
  },
  {
    what: 'the newsletter’s settings',
    open: async (page: Page) => {
      await openAt(page, '/admin/newsletter/settings');
      return '/admin/newsletter/settings';
    },
    field: 'Introduction',
    other: 'Sender name',
    save: 'Save Settings',
    done: 'Newsletter settings saved',
    reload: null,
    stale: 'Someone else',
  },
];

describe.each(FORMS)('text typed into $what', ({ open, field, other, save, done, reload, stale }) => {
  async function saveElsewhere(path: string, words = 'Theirs'): Promise<void> {
    const page = await openAsAdmin(site);
    await openAt(page, path);
    await label(page, field).fill(words);
    await button(page, save).click();
    await toast(page, done);
  }

  it('stays during its own save, is unsaved, and is saved after it', async () => {
    const page = await openAsAdmin(site);
    const path = await open(page);
    await label(page, field).fill('Begun');
    const posts = await holdPosts(page, path);
    await button(page, save).click();
    await posts.first;
    await label(page, field).fill('Begun, and ended');
    posts.release();
    await toast(page, done);
    await expect.poll(() => button(page, save).isEnabled()).toBe(true);
    expect(await label(page, field).inputValue()).toBe('Begun, and ended');
    await button(page, save).click();
    await expect
      .poll(async () => {
        const reader = await openAsAdmin(site);
        await reader.goto(path);
        return label(reader, field).inputValue();
      })
      .toBe('Begun, and ended');
  });

  it('stays when its save is rejected', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 409/] });
    const path = await open(page);
    await label(page, field).fill('Begun');
    const posts = await holdPosts(page, path);
    await button(page, save).click();
    await posts.first;
    await saveElsewhere(path);
    await label(page, field).fill('Begun, and ended');
    posts.release();
    await page.getByRole('alert').filter({ hasText: stale }).waitFor();
    expect(await label(page, field).inputValue()).toBe('Begun, and ended');
    // After the warning, saving overwrites.
    await expect.poll(() => button(page, save).isEnabled()).toBe(true);
    await button(page, save).click();
    await toast(page, done);
  });

  if (reload)
    it("stays and overwrites no other person's text when the page reloads", async () => {
      const page = await openAsAdmin(site, { expected: [/status of 409/] });
      const path = await open(page);
      await label(page, other).fill('Mine');
      await label(page, field).fill('Mine');
      await saveElsewhere(path);
      await reload?.(page);
      expect(await label(page, field).inputValue()).toBe('Mine');
      expect(await label(page, other).inputValue()).toBe('Mine');
      await button(page, save).click();
      await page.getByRole('alert').filter({ hasText: stale }).waitFor();
      expect(await label(page, field).inputValue()).toBe('Mine');
      await button(page, save).click();
      await toast(page, done);
    });

  if (reload)
    it("shows another person's changes while nothing is typed", async () => {
      const page = await openAsAdmin(site);
      const path = await open(page);
      await saveElsewhere(path, 'Theirs alone');
      await reload?.(page);
      await expect.poll(() => label(page, field).inputValue()).toBe('Theirs alone');
    });
});

describe('image dialog', () => {
  it("warns about another person's save even after an upload reloaded the page", async () => {
    const page = await openAsAdmin(site, { expected: [/status of 409/] });
    const buffer = Buffer.from(await drawImage('png', { width: 32, height: 20 }));
    const upload = (name: string) =>
      page.getByLabel('Upload images').setInputFiles([{ name, mimeType: 'image/png', buffer }]);
    const row = (name: string) => page.getByRole('row', { name, includeHidden: true });
    await openAt(page, '/admin/media');
    await upload('early.png');
    await row('early.png').waitFor();
    const posts = await holdPosts(page, '/admin/media/upload');
    await upload('late.png');
    await posts.first;
    await row('early.png').getByRole('link', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Image description').fill('Mine');
    await site.db.query("update media set alt = 'Theirs' where name = 'early.png'");
    posts.release();
    await row('late.png').waitFor();
    await button(page, 'Save Image').click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Image description').inputValue()).toBe('Mine');
    const alt = async () =>
      (await site.db.query("select alt from media where name = 'early.png'")).rows[0].alt;
    expect(await alt()).toBe('Theirs');
    await button(page, 'Save Image').click();
    await toast(page, 'Image updated successfully');
    expect(await alt()).toBe('Mine');
  });
});
