import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdEventsUntilHydrated } from '~/http/document/event-replay';

if (document.querySelector('textarea')) {
  // Hydrate even if this chunk fails to load.
  const module = await import('~/http/document/early-input').catch(() => null);
  module?.captureEarlyInput();
}
holdEventsUntilHydrated();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
// If this chunk fails to load, failed navigations show the error page without a layout.
import('~/http/document/failed-navigations').then(
  (module) => module.answerFailedNavigations(),
  () => {},
);
