// After a save: fields that nobody touched since they were sent take what the server made of them (a tidied slug, say).
import { findMovedPictures, PICTURES_MOVED } from '~/ui/rich-text/moved-pictures';

interface WithText {
  content: string;
}

/** The text itself stays, with its cursor; pictures that were fetched are now the stored ones. */
export function takeOver<Fields extends WithText>(
  form: HTMLFormElement,
  names: readonly (keyof Fields & string)[],
  sent: Fields,
  stored: Fields,
): void {
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const settled = String(stored[name]);
    if (field.value !== sent[name] || field.value === settled) continue;
    field.value = settled;
    // Not `input`, which says that somebody typed.
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  const moved = findMovedPictures(sent.content, stored.content);
  const text = form.elements.namedItem('content');
  if (moved.size > 0 && text instanceof HTMLTextAreaElement)
    text.dispatchEvent(new CustomEvent(PICTURES_MOVED, { detail: moved }));
}
