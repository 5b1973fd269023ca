// Rejected forms with scripts: typed text stays, the reason is announced, and the button works again. Three
// kinds of forms are tested here; `integration/articles/preserved-input` covers every form without scripts.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { hydrated } from '../../support/browser/browser';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const WORDS = 'Typed & kept';
const { it, site } = adminSiteTest({ pageCache: 'off' });
let tagId: string;

beforeAll(async () => {
  const { rows } = await site.db.query("insert into tags (name, slug) values ('Fees', 'fees') returning id");
  tagId = rows[0].id;
});

const FORMS = [
  {
    what: 'a dialog',
    address: () => `/admin/tags?edit=${tagId}`,
    label: 'Name *',
    button: 'Save Tag',
    done: 'Tag updated successfully',
  },
  {
    what: 'the settings',
    address: () => '/admin/settings',
    label: 'Magazine name',
    button: 'Save Settings',
    done: 'Settings saved',
  },
  {
    what: 'the account',
    address: () => '/account',
    label: 'Full Name',
    button: 'Save Name',
    done: 'Name updated',
  },
];
type TypedForm = (typeof FORMS)[number];

async function write(page: Page, { address, label }: TypedForm, words = WORDS) {
  await page.goto(address());
  await hydrated(page);
  await page.getByLabel(label, { exact: true }).fill(words);
}

async function expectPressable(page: Page, { label, button }: TypedForm, sentence: string) {
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  const pressed = page.getByRole('button', { name: button, exact: true });
  await pressed.waitFor();
  expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(WORDS);
  expect(await pressed.isEnabled()).toBe(true);
  const hasFocus = () => pressed.evaluate((one) => one === document.activeElement);
  await expect.poll(hasFocus, { message: 'the button has the focus' }).toBe(true);
}

describe.each(FORMS)('text typed into $what', (form) => {
  const press = (page: Page) => page.getByRole('button', { name: form.button, exact: true }).click();

  it('stays while the database is unavailable', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 503/] });
    await write(page, form);
    await site.withoutDatabase(async () => {
      await press(page);
      await expectPressable(page, form, 'The magazine cannot reach its database right now.');
    });
  });

  it('stays when the session ended', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 401/] });
    await write(page, form);
    await page.context().clearCookies();
    await press(page);
    await expectPressable(page, form, 'You are signed out. Your changes are still here');
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  });

  it('stays without a network', async () => {
    const absent = /ERR_INTERNET_DISCONNECTED/;
    const page = await openAsAdmin(site, { expected: [absent] });
    await write(page, form);
    await page.context().setOffline(true);
    await press(page);
    await expectPressable(page, form, 'The server could not be reached');
  });

  it('can be corrected after it is rejected', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 422/] });
    await write(page, form, ' ');
    await press(page);
    await page.getByRole('alert').filter({ hasText: 'is required' }).first().waitFor();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await page.getByLabel(form.label, { exact: true }).fill(WORDS);
    await press(page);
    await page.getByRole('status').filter({ hasText: form.done }).first().waitFor();
  });
});

it('keeps text typed into a dialog when another person saved', async () => {
  const [form] = FORMS as [TypedForm];
  const page = await openAsAdmin(site, { expected: [/status of 409/] });
  await write(page, form);
  await site.db.query(
    "update tags set name = 'Their fees', updated_at = now() + interval '1 minute' where id = $1",
    [tagId],
  );
  await page.getByRole('button', { name: form.button, exact: true }).click();
  await expectPressable(page, form, 'Someone else changed this tag while you were editing.');
});
