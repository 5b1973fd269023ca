// Which data a route reloads after a refused form. After a status of 400 or more Remix reloads nothing: while signed out
// or during an outage, a reload would lose the typed text. These are the exceptions.
import type { ShouldRevalidateFunction } from '@remix-run/react';

const revalidateAfter =
  (...statuses: number[]): ShouldRevalidateFunction =>
  ({ actionStatus = 200, defaultShouldRevalidate }) =>
    actionStatus < 400 ? defaultShouldRevalidate : statuses.includes(actionStatus);

/** For `shouldRevalidate` of a route: after a conflict, the form shows the newer version. */
export const revalidateWhenStale = revalidateAfter(409);

/**
 * For `shouldRevalidate` of a route: a form opened before the confirmation expired gets the fields to confirm,
 * and after a conflict the newer version.
 */
export const revalidateToConfirm = revalidateAfter(409, 422);
