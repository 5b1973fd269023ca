// A stale form is shown with what stands there now: what somebody else saved meanwhile is what the next try starts
// from. After a refusal, Remix would keep what the page was opened with.
import type { ShouldRevalidateFunction } from '@remix-run/react';

/** To be exported as a route's `shouldRevalidate`. */
export const revalidateWhenStale: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
