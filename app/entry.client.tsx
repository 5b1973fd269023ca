import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** What makes React hydrate at once instead of in slices. */
const PRESSING = [
  'pointerdown',
  'mousedown',
  'click',
  'keydown',
  'keyup',
  'input',
  'change',
  'focusin',
  'focusout',
];

/**
 * Remix suspends its first render until the loaders' data is decoded. A key pressed in those milliseconds makes React
 * hydrate at once, which a suspended root cannot (its error 345), so until then events stay between the browser and the
 * page, as they were before the scripts came.
 */
function holdEventsUntilDecoded(context: { state?: unknown }): void {
  const hold = (event: Event) => event.stopImmediatePropagation();
  for (const type of PRESSING) window.addEventListener(type, hold, true);
  let { state } = context;
  Object.defineProperty(context, 'state', {
    configurable: true,
    enumerable: true,
    get: () => state,
    set(decoded: unknown) {
      state = decoded;
      for (const type of PRESSING) window.removeEventListener(type, hold, true);
    },
  });
}

holdEventsUntilDecoded(window.__remixContext);
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
