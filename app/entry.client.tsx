import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HYDRATED, replayEventsAfterHydration } from '~/http/document/event-replay';

if (document.querySelector('textarea')) {
  // Hydrate even if this chunk fails to load.
  const module = await import('~/http/document/early-input').catch(() => null);
  module?.captureEarlyInput();
}
replayEventsAfterHydration();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
// After hydration, when the router exists. If this chunk fails to load, failed navigations show the error page without a layout.
window.addEventListener(
  HYDRATED,
  () =>
    import('~/http/document/failed-navigations').then(
      (module) => module.answerFailedNavigations(),
      () => {},
    ),
  { once: true },
);
