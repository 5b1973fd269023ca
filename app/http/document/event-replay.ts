// Holds events back while React hydrates the document. A key or click between two pieces of its work makes React finish
// immediately, and a root that still waits for its data then fails (error 345). In the meantime, fields accept input and links
// still work, as in a document without scripts.

/** React's discrete events, which force synchronous hydration. */
const DISCRETE_EVENTS =
  'mousedown mouseup touchstart touchend touchcancel pointerdown pointerup pointercancel click auxclick dblclick contextmenu keydown keypress keyup compositionstart compositionend beforeinput textInput input change copy cut paste dragstart dragend drop focusin focusout reset submit'.split(
    ' ',
  );
export const HYDRATED = 'document-alive';
/** Events are released after this time even if hydration never ends. */
const RELEASE_MS = 5_000;

/** Call before hydration begins. */
export function replayEventsAfterHydration(): void {
  const hold = (event: Event) => event.stopImmediatePropagation();
  const release = () => {
    for (const type of DISCRETE_EVENTS) window.removeEventListener(type, hold, true);
  };
  for (const type of DISCRETE_EVENTS) window.addEventListener(type, hold, true);
  window.addEventListener(HYDRATED, release, { once: true });
  setTimeout(release, RELEASE_MS);
}

/** Call in the first effect of the hydrated document. */
export function replayEvents(): void {
  window.dispatchEvent(new Event(HYDRATED));
}
