// While a document comes to life, React must not be pressed: a key or a click between two slices of its work makes it
// finish at once, and a root that waits for its data cannot (React's error 345). So until then events stay between the
// browser and the page, as before the scripts came: fields take what is typed, links lead on.

/** React's discrete events. */
const PRESSING =
  'mousedown mouseup touchstart touchend touchcancel pointerdown pointerup pointercancel click auxclick dblclick contextmenu keydown keypress keyup compositionstart compositionend beforeinput textInput input change copy cut paste dragstart dragend drop focusin focusout reset submit'.split(
    ' ',
  );
export const ALIVE = 'document-alive';
/** Should it never come to life, nothing is held for good. */
const PATIENCE_MS = 5_000;

/** To be called before hydration begins. */
export function holdEvents(): void {
  const hold = (event: Event) => event.stopImmediatePropagation();
  const release = () => {
    for (const type of PRESSING) window.removeEventListener(type, hold, true);
  };
  for (const type of PRESSING) window.addEventListener(type, hold, true);
  window.addEventListener(ALIVE, release, { once: true });
  setTimeout(release, PATIENCE_MS);
}

/** To be called by the first effect of the hydrated document. */
export function releaseEvents(): void {
  window.dispatchEvent(new Event(ALIVE));
}
