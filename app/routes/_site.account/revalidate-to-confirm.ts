// A form that was opened in time and sent too late asks who is there. After a refusal, Remix would keep what the page was
// opened with, and with it a form that has no field for the answer.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const REFUSED = 422;

/** To be exported as a route's `shouldRevalidate`. */
export const revalidateToConfirm: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === REFUSED || defaultShouldRevalidate;
