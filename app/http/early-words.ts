// What was typed before a document came to life. React takes over a server's markup as if nobody had touched it: it writes a
// text area's first text back over what was typed, and hears of no key that went before. So words are held fast while it
// works, and told to it afterwards as if they were typed then.

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

/** To be called before hydration, and for each change until it is done. */
export function holdWords(event?: Event): void {
  const target = event?.target;
  if (target instanceof Element && target.matches(FIELDS)) changed.add(target as Field);
  for (const area of document.querySelectorAll('textarea')) {
    if (!isTypedIn(area)) continue;
    if (!firstTexts.has(area)) firstTexts.set(area, area.defaultValue);
    // React leaves a text area alone that has another text than it rendered.
    area.defaultValue = area.value;
  }
}

/** To be called when hydration is done, before anybody looks at the fields. */
export function giveFirstTextsBack(): void {
  for (const [area, text] of firstTexts) area.defaultValue = text;
  firstTexts.clear();
}

/** To be called when the document listens. */
export function tellEarlyWords(): void {
  for (const field of document.querySelectorAll(
    'input, textarea, select',
  ) as Iterable<Element> as Iterable<Field>) {
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
