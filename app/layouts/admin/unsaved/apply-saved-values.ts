// After a save, updates fields that did not change since the submission with the server's values, such as a
// cleaned slug.
import { findMovedImages, IMAGES_MOVED } from '~/ui/rich-text/media/moved-images';

interface WithText {
  content: string;
}

/** Keeps the content and its cursor, but replaces the URLs of external images that the server stored. */
export function applySavedValues<Fields extends WithText>(
  form: HTMLFormElement,
  names: readonly (keyof Fields & string)[],
  sent: Fields,
  stored: Fields,
): void {
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const saved = String(stored[name]);
    // A disabled field was not submitted, so its value was not saved.
    const isTyped = !field.disabled && field.value !== sent[name];
    if (isTyped || field.value === saved) continue;
    field.value = saved;
    // Not `input`, which marks the form as changed.
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  const moved = findMovedImages(sent.content, stored.content);
  const text = form.elements.namedItem('content');
  if (moved.size > 0 && text instanceof HTMLTextAreaElement)
    text.dispatchEvent(new CustomEvent(IMAGES_MOVED, { detail: moved }));
}
