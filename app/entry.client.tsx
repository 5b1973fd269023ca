import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdEvents } from './http/hold-events';

holdEvents();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
