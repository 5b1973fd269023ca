import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdEvents } from './http/hold-events';

if (document.querySelector('textarea')) {
  // Should it not come, the page comes to life all the same.
  const words = await import('./http/early-words').catch(() => null);
  words?.keepEarlyWords();
}
holdEvents();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
