// Redirects, pages and the audit log in the browser.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, openAt, openPage, type PageOptions, pathOf } from '../../support/browser/browser';
import { addAccount } from '../../support/factory';
import { ADMIN_EMAIL, adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();

const openAdmin = (options: PageOptions = {}) => openAsAdmin(site, { reducedMotion: true, ...options });

const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first();

describe('missing path', () => {
  it('becomes a redirect with one click, which readers then follow', async () => {
    const reader = await openPage({ origin: site.url, expected: [/status of 404/] });
    await reader.goto('/services/intake');
    const admin = await openAdmin({ expected: [/status of 422/] });
    const row = admin.getByRole('row', { name: /\/services\/intake/ });
    await expect
      .poll(async () => {
        await openAt(admin, '/admin/redirects');
        return row.count();
      })
      .toBe(1);
    await row.getByRole('link', { name: 'Create Redirect' }).click();
    const dialog = admin.getByRole('dialog', { name: 'New Redirect' });
    await dialog.waitFor();
    const from = dialog.getByLabel('From');
    expect(await from.inputValue()).toBe('/services/intake');
    await expect
      .poll(() => dialog.getByLabel('To').evaluate((to) => to === document.activeElement))
      .toBe(true);
    await dialog.getByLabel('To').fill('/services/intake/');
    await dialog.getByRole('button', { name: 'Save Redirect' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('alert').innerText()).toContain('This would create a redirect loop');
    await dialog.getByLabel('To').fill('/newsletter');
    await dialog.getByRole('button', { name: 'Save Redirect' }).click();
    await toast(admin, 'Redirect created successfully').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await admin.getByRole('link', { name: 'Create Redirect' }).count()).toBe(0);
    await reader.goto('/services/intake?from=a-mail');
    expect(pathOf(reader)).toBe('/newsletter');
  });

  it('returns the focus when its dialog is closed with Escape', async () => {
    const admin = await openAdmin();
    await openAt(admin, '/admin/redirects');
    const opener = admin.getByRole('link', { name: 'New Redirect' });
    await opener.focus();
    await admin.keyboard.press('Enter');
    const dialog = admin.getByRole('dialog', { name: 'New Redirect' });
    await dialog.waitFor();
    await admin.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(pathOf(admin)).toBe('/admin/redirects');
  });
});

describe('page', () => {
  it('is written, read, renamed and still found, without false unsaved changes', async () => {
    const admin = await openAdmin();
    await openAt(admin, '/admin/pages/new');
    await admin.getByLabel('Title', { exact: true }).fill('House rules');
    const content = admin.getByRole('textbox', { name: 'Content' });
    await content.click();
    await content.pressSequentially('We correct our mistakes.');
    let question = '';
    admin.once('dialog', async (asked) => {
      question = asked.message();
      await asked.dismiss();
    });
    await admin.getByRole('link', { name: 'Back to Pages' }).click();
    await expect.poll(() => question).toContain('Leave without saving?');
    expect(pathOf(admin)).toBe('/admin/pages/new');
    await admin.getByRole('button', { name: 'Save Page' }).click();
    await toast(admin, 'Page created successfully').waitFor();
    await admin.waitForURL('**/admin/pages/*/edit');

    const reader = await openPage({ origin: site.url });
    await openAt(reader, '/newsletter');
    const link = reader.getByRole('contentinfo').getByRole('link', { name: 'House rules' });
    await link.waitFor();

    await admin.getByLabel('URL Slug').fill('our-rules');
    await admin.getByRole('button', { name: 'Save Page' }).click();
    await toast(admin, 'Page updated successfully').waitFor();
    // The reader's footer still links to the old URL; the router follows the redirect.
    await link.click();
    await reader.getByRole('heading', { level: 1, name: 'House rules' }).waitFor();
    expect(pathOf(reader)).toBe('/page/our-rules');
    expect(await reader.getByRole('main').innerText()).toContain('We correct our mistakes.');
    await reader.goto('/page/house-rules');
    expect(pathOf(reader)).toBe('/page/our-rules');

    await admin.getByRole('link', { name: 'Back to Pages' }).click();
    await admin
      .getByRole('row', { name: /House rules/ })
      .getByRole('link', { name: 'Delete' })
      .click();
    const dialog = admin.getByRole('dialog', { name: 'Delete Page' });
    await dialog.getByText('Are you sure you want to delete this page?').waitFor();
    await dialog.getByRole('button', { name: 'Delete Page' }).click();
    await toast(admin, 'Page deleted successfully').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('page in a crashed tab', () => {
  it('offers its text to its author in the next tab once, and no longer after it is saved', async () => {
    const { rows } = await site.db.query(
      "insert into pages (slug, title, content) values ('fees', 'Fees', '<p>Ours.</p>') returning id",
    );
    const path = `/admin/pages/${rows[0].id}/edit`;
    const first = await openAdmin();
    await openAt(first, path);
    // The editor, not the textarea that it replaces when it has loaded.
    const contentOf = (page: Page) =>
      page.getByRole('textbox', { name: 'Content' }).and(page.locator('[contenteditable]'));
    await contentOf(first).click();
    await first.keyboard.press('Control+End');
    await contentOf(first).pressSequentially(' An hour of work.');
    await expect
      .poll(() => first.evaluate(() => Object.values(localStorage).join()))
      .toContain('An hour of work.');
    const second = await first.context().newPage();
    await first.close({ runBeforeUnload: false });

    const offer = second.getByText('This browser has an unsaved draft');
    await addAccount(site.db, { email: 'bea@example.com', role: 'admin', fullName: 'Bea Stone' });
    await signInAs(site, second.context(), 'bea@example.com');
    await openAt(second, path);
    await contentOf(second).waitFor();
    expect(await offer.count()).toBe(0);
    await signInAs(site, second.context(), ADMIN_EMAIL);
    await openAt(second, path);
    expect(await contentOf(second).innerText()).toBe('Ours.');
    await offer.waitFor();
    await second.getByRole('button', { name: 'Restore' }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await contentOf(second).innerText()).toContain('An hour of work.');
    await second.getByRole('button', { name: 'Save Page' }).click();
    await toast(second, 'Page updated successfully').waitFor();
    await openAt(second, path);
    expect(await contentOf(second).innerText()).toContain('An hour of work.');
    expect(await offer.count()).toBe(0);
    expect(
      await second.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('page-'))),
    ).toEqual([]);
  });

  it('recovers no text that another open tab contains', async () => {
    const { rows } = await site.db.query(
      "insert into pages (slug, title, content) values ('terms-of-two', 'Terms', '<p>Ours.</p>') returning id",
    );
    const path = `/admin/pages/${rows[0].id}/edit`;
    const one = await openAdmin();
    await openAt(one, path);
    const two = await one.context().newPage();
    await openAt(two, path);
    const summary = (page: Page) => page.getByLabel('Summary');
    const kept = () => two.evaluate(() => Object.values(localStorage).join());
    await summary(one).fill('Typed in one');
    await expect.poll(kept).toContain('Typed in one');
    await summary(two).fill('Typed in two');
    await expect.poll(kept).toContain('Typed in two');
    expect(await kept()).toContain('Typed in one');
    await two.getByText('This page is open in another tab').waitFor();
    await one.close({ runBeforeUnload: false });
    await two.getByText('This browser has an unsaved draft').waitFor();
    expect(await summary(two).inputValue()).toBe('Typed in two');
    await two.getByRole('button', { name: 'Save Page' }).click();
    await toast(two, 'Page updated successfully').waitFor();
    await two.getByRole('button', { name: 'Restore' }).click();
    expect(await summary(two).inputValue()).toBe('Typed in one');
  });
});

describe('audit log', () => {
  it('is filtered immediately by a choice, and by a name in a line', async () => {
    const admin = await openAdmin();
    await site.db.query(
      "insert into audit_log (event, subject, actor_id) select 'tag_created', 'ROI', id from users where email = 'boss@example.com'",
    );
    await openAt(admin, '/admin/audit');
    await admin.getByLabel('Event').selectOption({ label: 'Tag created' });
    await admin.waitForURL('**/admin/audit?*event=tag_created*');
    const lines = admin.getByRole('list').filter({ hasText: 'created the tag “ROI”' }).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(1);
    await lines.getByRole('link', { name: 'Alex Morgan' }).click();
    await admin.waitForURL('**/admin/audit?*person=*');
    await expect.poll(() => admin.getByLabel('Person').inputValue()).not.toBe('');
  });
});

describe('accessibility', () => {
  it('has no axe violations on these screens and their dialogs', async () => {
    await site.db.query(
      "insert into redirects (from_path, to_path) values ('/old', '/newsletter') on conflict do nothing",
    );
    await site.db.query(
      "insert into unknown_paths (path, last_referrer) values ('/missed', 'https://blog.example/') on conflict do nothing",
    );
    await site.db.query("insert into pages (slug, title) values ('about', 'About') on conflict do nothing");
    const idIn = async (table: string) => (await site.db.query(`select id from ${table} limit 1`)).rows[0].id;
    const [redirectId, pageId] = [await idIn('redirects'), await idIn('pages')];
    const admin = await openAdmin();
    for (const [path, ready] of [
      ['/admin/redirects', 'Recently not found'],
      ['/admin/redirects?new&from=%2Fmissed', 'New Redirect'],
      [`/admin/redirects?edit=${redirectId}`, 'Edit Redirect'],
      [`/admin/redirects?delete=${redirectId}`, 'Delete Redirect'],
      ['/admin/pages', 'Pages'],
      [`/admin/pages?delete=${pageId}`, 'Delete Page'],
      [`/admin/pages/${pageId}/edit`, 'Edit Page'],
      ['/admin/audit', 'Audit Log'],
    ] as const) {
      await admin.goto(path);
      await hydrated(admin);
      await admin.getByRole('heading', { name: ready, exact: true }).waitFor();
      // The editor loads a moment later.
      if (ready === 'Edit Page') await admin.locator('.ql-editor').waitFor();
      for (const [width, colorScheme] of [
        [390, 'dark'],
        [1280, 'light'],
      ] as const) {
        await admin.setViewportSize({ width, height: 900 });
        await admin.emulateMedia({ colorScheme });
        expect(await findAxeViolations(admin), `${path} ${width} px, ${colorScheme}`).toEqual([]);
      }
    }
  });
});
