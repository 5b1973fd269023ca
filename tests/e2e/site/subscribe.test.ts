// The three newsletter forms, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browserTest as it, openAt, openPage, pathOf } from '../../support/browser/browser';
import { gate } from '../../support/gate';

interface Form {
  name: string;
  path: string;
  label: string;
  button: string;
  toast: [title: string, text: string];
}

const SUBSCRIBED: Form['toast'] = ['Success!', "You've been subscribed to our newsletter."];
const JOINED: Form['toast'] = [
  'Welcome to the Academy!',
  "You've successfully joined our newsletter. Check your email for confirmation.",
];
const FAILED = 'Failed to subscribe. Please try again.';
const ACTION = '**/api/subscribe';
const LANDING = '/newsletter';

const FORMS: Form[] = [
  {
    name: 'the banner of the home page',
    path: '/',
    label: 'Email address for the newsletter',
    button: 'Subscribe',
    toast: SUBSCRIBED,
  },
  {
    name: 'the footer',
    path: '/category/tools',
    label: 'Email address for updates',
    button: 'Subscribe',
    toast: SUBSCRIBED,
  },
  {
    name: 'the head of the newsletter page',
    path: LANDING,
    label: 'Email address to join the newsletter',
    button: 'Join Free',
    toast: JOINED,
  },
  {
    name: 'the end of the newsletter page',
    path: LANDING,
    label: 'Email address to get started',
    button: 'Get Started',
    toast: JOINED,
  },
];

let readers = 0;

function newAddress(): string {
  readers += 1;
  return `reader-${readers}@example.com`;
}

function fieldOf(page: Page, { label }: Form): Locator {
  return page.getByLabel(label);
}

/** The only button of the form with that field; its label changes. */
function buttonOf(page: Page, form: Form): Locator {
  return page
    .locator('form')
    .filter({ has: fieldOf(page, form) })
    .getByRole('button');
}

function toastOf(page: Page, title: string): Locator {
  return page.getByRole('status').filter({ hasText: title });
}

/** A toast's title and text. */
async function textOf(toast: Locator): Promise<string[]> {
  return (await toast.getByRole('paragraph').allInnerTexts()).slice(0, 2);
}

describe.each(FORMS)('$name', (form) => {
  it('subscribes without leaving the page: button disabled, field cleared, toast shown', async () => {
    const page = await openPage();
    await openAt(page, form.path);
    const [released, release] = gate();
    await page.route(ACTION, async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    const button = buttonOf(page, form);
    expect(await button.innerText()).toBe(form.button);
    await fieldOf(page, form).fill(newAddress());
    const asked = page.waitForRequest(ACTION);
    await button.click();
    await asked;
    await expect.poll(() => button.innerText()).toBe('Subscribing...');
    expect(await button.isDisabled()).toBe(true);
    release();
    const toast = toastOf(page, form.toast[0]);
    await toast.waitFor();
    expect(await textOf(toast)).toEqual(form.toast);
    expect(await fieldOf(page, form).inputValue()).toBe('');
    expect(await button.innerText()).toBe(form.button);
    expect(await button.isEnabled()).toBe(true);
    expect(pathOf(page)).toBe(form.path);
  });

  it('keeps the address when the server rejects it', async () => {
    // Valid for a browser, but not for the server.
    const refused = 'reader@localhost';
    const page = await openPage({ expected: [/status of 422/] });
    await openAt(page, form.path);
    await fieldOf(page, form).fill(refused);
    await buttonOf(page, form).click();
    const toast = page.getByRole('alert');
    await toast.waitFor();
    expect(await textOf(toast)).toEqual(['Error', FAILED]);
    expect(await fieldOf(page, form).inputValue()).toBe(refused);
    expect(await buttonOf(page, form).isEnabled()).toBe(true);
  });

  it('returns a reader without JavaScript to the form, with the same message', async () => {
    const page = await openPage({ javaScript: false });
    await page.goto(form.path);
    await fieldOf(page, form).fill(newAddress());
    await buttonOf(page, form).click();
    const [title, text] = form.toast;
    await page.getByText(title, { exact: true }).waitFor();
    expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(form.path);
  });
});

describe('subscribing', () => {
  it('checks the address in the browser before the request', async () => {
    const page = await openPage();
    await openAt(page, LANDING);
    const [, , head] = FORMS as [Form, Form, Form];
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/subscribe') asked += 1;
    });
    for (const typed of ['', 'no address']) {
      await fieldOf(page, head).fill(typed);
      await buttonOf(page, head).click();
      const isValid = await fieldOf(page, head).evaluate((field) =>
        (field as HTMLInputElement).checkValidity(),
      );
      expect(isValid).toBe(false);
    }
    expect(asked).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows the same thanks for an address that is already subscribed', async () => {
    const page = await openPage();
    const [banner] = FORMS as [Form];
    const address = newAddress();
    await openAt(page, banner.path);
    const thanks = page.getByText(SUBSCRIBED[0], { exact: true });
    for (let time = 1; time <= 2; time += 1) {
      await fieldOf(page, banner).fill(address);
      await buttonOf(page, banner).click();
      await thanks.waitFor();
      expect(await fieldOf(page, banner).inputValue()).toBe('');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await thanks.waitFor({ state: 'detached' });
    }
  });

  it('keeps the address when the connection is lost, and succeeds on retry', async () => {
    const page = await openPage({ expected: [/ERR_INTERNET_DISCONNECTED/] });
    const [banner] = FORMS as [Form];
    const address = newAddress();
    await openAt(page, banner.path);
    await page.context().setOffline(true);
    await fieldOf(page, banner).fill(address);
    await buttonOf(page, banner).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain(FAILED);
    expect(await fieldOf(page, banner).inputValue()).toBe(address);
    await page.context().setOffline(false);
    await buttonOf(page, banner).click();
    await toastOf(page, SUBSCRIBED[0]).waitFor();
    expect(await fieldOf(page, banner).inputValue()).toBe('');
  });

  it('names the limit that was reached and keeps the address', async () => {
    const page = await openPage({ expected: [/status of 429/] });
    const [banner] = FORMS as [Form];
    const address = newAddress();
    const error = 'Too many subscriptions from your network. Try again in 42 minutes.';
    await openAt(page, banner.path);
    await page.route(ACTION, (route) => route.fulfill({ status: 429, json: { error } }));
    await fieldOf(page, banner).fill(address);
    await buttonOf(page, banner).click();
    const toast = page.getByRole('alert');
    await toast.waitFor();
    expect(await textOf(toast)).toEqual(['Error', error]);
    expect(await fieldOf(page, banner).inputValue()).toBe(address);
  });

  it('returns a rejected address with the reason without JavaScript, and accepts the corrected one', async () => {
    const page = await openPage({ javaScript: false, expected: [/status of 422/] });
    await page.goto('/category/all?page=2');
    const footer = page.getByRole('contentinfo');
    await footer.getByLabel('Email address for updates').fill('reader@localhost');
    await footer.getByRole('button', { name: 'Subscribe' }).click();
    expect(await page.getByRole('alert').innerText()).toBe(FAILED);
    const field = page.getByRole('main').getByLabel('Email address');
    expect(await field.inputValue()).toBe('reader@localhost');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(newAddress());
    await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText(SUBSCRIBED[1], { exact: true }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('page')]).toEqual(['/category/all', '2']);
  });

  it('shows its thanks until the reader dismisses them', async () => {
    const page = await openPage();
    await openAt(page, '/?subscribed=newsletter');
    const thanks = page.getByText(SUBSCRIBED[0], { exact: true });
    expect(await thanks.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await thanks.waitFor({ state: 'detached' });
  });
});
