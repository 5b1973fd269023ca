// Revalidates after a conflict (409), so that the form shows the newer version. After other refusals the page
// stays as it is: while signed out or during an outage, loading it again would replace it, and the typed
// text, with another page.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const STALE = 409;

/** Export it as a route's `shouldRevalidate`. Remix's default also revalidates after refusals. */
export const revalidateWhenStale: ShouldRevalidateFunction = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}) => (actionStatus < 400 ? defaultShouldRevalidate : actionStatus === STALE);
