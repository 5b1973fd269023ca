// After which answers a page with forms reloads its data. Remix's default is `true` for all.
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { revalidateToConfirm, revalidateWhenStale } from '~/ui/revalidate';

const answered = (actionStatus?: number) =>
  ({ actionStatus, defaultShouldRevalidate: true }) as ShouldRevalidateFunctionArgs;

describe('page after a rejected form', () => {
  it.each([
    400, 401, 404, 413, 422, 429, 500, 503,
  ])('keeps its data after %i, so that typed text is not lost', (status) => {
    expect(revalidateWhenStale(answered(status))).toBe(false);
  });

  it('reloads if another person saved in between', () => {
    expect(revalidateWhenStale(answered(409))).toBe(true);
  });

  it.each([
    [401, false],
    [429, false],
    [503, false],
    [422, true],
  ])('of an account after %i reloads only if the session may have changed', (status, asks) => {
    expect(revalidateToConfirm(answered(status))).toBe(asks);
  });
});

it('reloads after accepted forms and on request', () => {
  for (const status of [undefined, 200, 303]) {
    expect(revalidateWhenStale(answered(status))).toBe(true);
    expect(revalidateToConfirm(answered(status))).toBe(true);
  }
});
