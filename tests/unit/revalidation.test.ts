// After which answers a page of forms asks for what stands there now. Remix's default is `true` for all of them.
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { revalidateToConfirm } from '~/routes/_site.account/revalidate-to-confirm';
import { revalidateWhenStale } from '~/routes/admin/revalidate-when-stale';

const answered = (actionStatus?: number) =>
  ({ actionStatus, defaultShouldRevalidate: true }) as ShouldRevalidateFunctionArgs;

describe('a page whose form was refused', () => {
  it.each([
    400, 401, 404, 413, 422, 429, 500, 503,
  ])('%i: stays what it was, or the words are gone', (status) => {
    expect(revalidateWhenStale(answered(status))).toBe(false);
  });

  it('shows what stands there now when somebody else saved meanwhile', () => {
    expect(revalidateWhenStale(answered(409))).toBe(true);
  });

  it.each([
    [401, false],
    [429, false],
    [503, false],
    [422, true],
  ])('of an account, %i: asks who sits there, or stays what it was', (status, asks) => {
    expect(revalidateToConfirm(answered(status))).toBe(asks);
  });
});

it('whatever was accepted, or asked for, shows what came of it', () => {
  for (const status of [undefined, 200, 303]) {
    expect(revalidateWhenStale(answered(status))).toBe(true);
    expect(revalidateToConfirm(answered(status))).toBe(true);
  }
});
