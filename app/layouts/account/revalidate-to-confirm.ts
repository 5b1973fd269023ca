// Revalidates after a 422, so that a form that was opened before the confirmation expired gets the fields to
// confirm. After other refusals the page stays as it is: during an outage, loading it again would lose the
// typed text.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const REFUSED = 422;

/** Export it as a route's `shouldRevalidate`. Remix's default also revalidates after refusals. */
export const revalidateToConfirm: ShouldRevalidateFunction = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}) => (actionStatus < 400 ? defaultShouldRevalidate : actionStatus === REFUSED);
