// A refused form is shown with what stands there now: what somebody else saved meanwhile is what the next try starts
// from. Remix would keep what the page was opened with.
import type { ShouldRevalidateFunction } from '@remix-run/react';

/** To be exported as a route's `shouldRevalidate`. */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' || defaultShouldRevalidate;
