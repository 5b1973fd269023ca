// A form that was opened in time and sent too late asks who is there. After a refusal, Remix would keep what the page was
// opened with, and with it a form that has no field for the answer. After any other refusal that is what it is to do: asked
// for again while the database is away, the page would be an error, and what was typed gone with it.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const REFUSED = 422;

/** To be exported as a route's `shouldRevalidate`. Where a route has one, Remix's default is to ask after refusals too. */
export const revalidateToConfirm: ShouldRevalidateFunction = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}) => (actionStatus < 400 ? defaultShouldRevalidate : actionStatus === REFUSED);
