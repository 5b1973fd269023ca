// A stale form is shown with what stands there now: what somebody else saved meanwhile is what the next try starts
// from. After any other refusal the page stays what it was: asked for again while nobody is signed in or the database is
// away, it would be a sign-in page or an error, and what was typed would be gone with it.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const STALE = 409;

/** To be exported as a route's `shouldRevalidate`. Where a route has one, Remix's default is to ask after refusals too. */
export const revalidateWhenStale: ShouldRevalidateFunction = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}) => (actionStatus < 400 ? defaultShouldRevalidate : actionStatus === STALE);
