// Actions in the rich-text editor.
import type { Locator, Page } from 'playwright-core';

/** Waits for the editor's text box and returns it. */
export async function waitForEditor(page: Page): Promise<Locator> {
  const editor = page.getByRole('textbox', { name: 'Content', exact: true });
  await editor.and(page.locator('[contenteditable]')).waitFor();
  return editor;
}

/** The HTML that the form would submit. */
export const htmlOf = (page: Page) => page.locator('textarea[name=content]').inputValue();

export interface Pasted {
  html?: string;
  text?: string;
  /** One image file per name. */
  images?: string[];
}

/** Pastes as if this content were on the clipboard. */
export async function paste(editor: Locator, pasted: Pasted): Promise<void> {
  await editor.evaluate((target, { html, text, images = [] }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    for (const name of images) data.items.add(new File(['image'], name, { type: 'image/png' }));
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, pasted);
}
