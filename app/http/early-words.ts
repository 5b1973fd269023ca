// What was typed before a document came to life. React takes over a server's markup as if nobody had touched it: it writes a
// text area's first text back over what was typed, and hears of no key that went before. So words are held fast while it
// works, and told to it afterwards as if they were typed then. Fetched by pages with text areas alone.
import { ALIVE } from './hold-events';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React's note of a field's value: a change that it knows of already is none. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void };
}

const WORDLESS = /^(hidden|file|checkbox|radio|submit|button|reset|image)$/;
const FIELDS = 'input, textarea, select';

/** Of text areas that were typed in: the text they came with. */
const firstTexts = new Map<HTMLTextAreaElement, string>();
/** Changed while React worked. Of boxes and choices nothing else tells: a browser that goes back fills them in by itself. */
const changed = new Set<Field>();

/** To be called before hydration, and before events are held. */
export function keepEarlyWords(): void {
  for (const type of ['input', 'change']) window.addEventListener(type, note, true);
  window.addEventListener(
    ALIVE,
    () => {
      for (const type of ['input', 'change']) window.removeEventListener(type, note, true);
      for (const [area, text] of firstTexts) area.defaultValue = text;
      firstTexts.clear();
      // When whoever else waits for this moment has let the events through.
      queueMicrotask(tellAll);
    },
    { once: true },
  );
  holdTexts();
}

/** The text that a text area came with, for whoever looks at its form before the document listens. */
export function firstTextOf(area: HTMLTextAreaElement): string {
  return firstTexts.get(area) ?? area.defaultValue;
}

function note({ target }: Event): void {
  if (target instanceof Element && target.matches(FIELDS)) changed.add(target as Field);
  holdTexts();
}

/** React leaves a text area alone that has another text than it rendered. */
function holdTexts(): void {
  for (const area of document.querySelectorAll('textarea')) {
    if (!isTypedIn(area)) continue;
    if (!firstTexts.has(area)) firstTexts.set(area, area.defaultValue);
    area.defaultValue = area.value;
  }
}

function tellAll(): void {
  for (const field of document.querySelectorAll(FIELDS) as Iterable<Element> as Iterable<Field>) {
    if (hasWords(field) ? isTypedIn(field) : changed.has(field)) tell(field);
  }
  changed.clear();
}

function hasWords(field: Field): field is HTMLInputElement | HTMLTextAreaElement {
  return !(field instanceof HTMLSelectElement) && !WORDLESS.test(field.type);
}

function isTypedIn({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement): boolean {
  return value !== defaultValue.replace(/\r\n?/g, '\n');
}

function tell(field: Field & Tracked): void {
  const send = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field._valueTracker?.setValue(String(!field.checked));
    // React hears of boxes by their clicks. This one is no mouse's, so it changes nothing.
    send('click');
  } else if (hasWords(field)) field._valueTracker?.setValue(field.defaultValue);
  send('input');
  if (!hasWords(field)) send('change');
}
