// While a document comes to life, React must not be pressed: a key or a click between two slices of its work makes it
// finish immediately, and a root that waits for its data cannot (React's error 345). So until then events stay between the
// browser and the page, as before the scripts came: fields take what is typed, links lead on.

/** React's discrete events, which force synchronous hydration. */
const DISCRETE_EVENTS =
  'mousedown mouseup touchstart touchend touchcancel pointerdown pointerup pointercancel click auxclick dblclick contextmenu keydown keypress keyup compositionstart compositionend beforeinput textInput input change copy cut paste dragstart dragend drop focusin focusout reset submit'.split(
    ' ',
  );
export const HYDRATED = 'document-alive';
/** Events are released after this time even if hydration never ends. */
const RELEASE_MS = 5_000;

/** Call before hydration begins. */
export function holdEventsUntilHydrated(): void {
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
