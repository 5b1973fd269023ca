// Preserves input typed before hydration. React resets a text area to the server's text when it hydrates, and misses earlier
// input events. This module protects the text during hydration and then dispatches the events again. Only pages with text areas
// load it.
import { HYDRATED } from './event-replay';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React's record of a field's last value; React ignores events that do not change it. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void };
}

const WITHOUT_TEXT = /^(hidden|file|checkbox|radio|submit|button|reset|image)$/;
const FIELDS = 'input, textarea, select';

/** The server's text of each text area that was edited. */
const firstTexts = new Map<HTMLTextAreaElement, string>();
/** Fields changed during hydration. Checkboxes and selects have no other trace: browsers also restore them on Back. */
const changed = new Set<Field>();

/** Call before hydration and before `replayEventsAfterHydration`. */
export function captureEarlyInput(): void {
  for (const type of ['input', 'change']) window.addEventListener(type, note, true);
  window.addEventListener(
    HYDRATED,
    () => {
      for (const type of ['input', 'change']) window.removeEventListener(type, note, true);
      for (const [area, text] of firstTexts) area.defaultValue = text;
      firstTexts.clear();
      // Run after the event's other listeners, which release the held events.
      queueMicrotask(notifyAll);
    },
    { once: true },
  );
  holdTexts();
}

/** The server's text of a text area, for code that reads the form before hydration. */
export function firstTextOf(area: HTMLTextAreaElement): string {
  return firstTexts.get(area) ?? area.defaultValue;
}

function note({ target }: Event): void {
  if (isField(target)) changed.add(target);
  holdTexts();
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FIELDS);
}

/** React keeps a text area's value if its default differs from what React rendered. */
function holdTexts(): void {
  for (const area of document.querySelectorAll('textarea')) {
    if (!isTypedIn(area)) continue;
    if (!firstTexts.has(area)) firstTexts.set(area, area.defaultValue);
    area.defaultValue = area.value;
  }
}

function notifyAll(): void {
  for (const field of document.querySelectorAll(FIELDS) as Iterable<Element> as Iterable<Field>) {
    if (hasText(field) ? isTypedIn(field) : changed.has(field)) dispatchInput(field);
  }
  changed.clear();
}

function hasText(field: Field): field is HTMLInputElement | HTMLTextAreaElement {
  return !(field instanceof HTMLSelectElement) && !WITHOUT_TEXT.test(field.type);
}

function isTypedIn({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement): boolean {
  return value !== defaultValue.replace(/\r\n?/g, '\n');
}

function dispatchInput(field: Field & Tracked): void {
  const send = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field._valueTracker?.setValue(String(!field.checked));
    // React listens for clicks on checkboxes. This synthetic event does not toggle the box.
    send('click');
  } else if (hasText(field)) field._valueTracker?.setValue(field.defaultValue);
  send('input');
  if (!hasText(field)) send('change');
}
