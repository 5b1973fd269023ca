// An admin in a browser, and what one does in the rich-text editor.
import type { Locator, Page } from 'playwright-core';
import { follow, openPage, type PageOptions } from './browser';
import { addAccount, PASSWORD } from './factory';
import type { Site } from './site';

const ADMIN = 'ann@example.com';

/** The site must have been started without https, or its cookies do not reach a browser. */
export const PLAIN_HTTP = { SITE_URL: 'http://magazine.test' };

export async function addAdmin(site: Site): Promise<void> {
  await addAccount(site.db, { email: ADMIN, role: 'admin' });
}

/** A page of an admin who has just signed in. */
export async function openNewsroom(site: Site, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ origin: site.url, ...options });
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(ADMIN);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const button = page.getByRole('button', { name: 'Sign In', exact: true });
  if (options.javaScript === false) await follow(button);
  else await Promise.all([page.waitForURL('**/admin'), button.click()]);
  return page;
}

/** Where one writes, once it is there. */
export async function editorOf(page: Page): Promise<Locator> {
  const editor = page.getByRole('textbox', { name: 'Content', exact: true });
  await editor.and(page.locator('[contenteditable]')).waitFor();
  return editor;
}

/** The HTML the form would post. */
export const htmlOf = (page: Page) => page.locator('textarea[name=content]').inputValue();

export interface Pasted {
  html?: string;
  text?: string;
  /** A one-pixel PNG under each of these names. */
  pictures?: string[];
}

/** As Ctrl+V would, with this on the clipboard. */
export async function paste(editor: Locator, pasted: Pasted): Promise<void> {
  await editor.evaluate((target, { html, text, pictures = [] }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    for (const name of pictures) data.items.add(new File(['picture'], name, { type: 'image/png' }));
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, pasted);
}
