import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdEvents } from './http/hold-events';

if (document.querySelector('textarea')) {
  const words = await import('./http/early-words');
  words.keepEarlyWords();
}
holdEvents();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
