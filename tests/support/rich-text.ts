// What one does in the rich-text editor.
import type { Locator, Page } from 'playwright-core';

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
