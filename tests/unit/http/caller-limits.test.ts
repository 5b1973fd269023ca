// Limits on what one caller can make the worker write, by IP address or by /64 for IPv6.
import { expect, it } from 'vitest';
import { recordBeacon } from '~/features/ads/tracking/record-events.server';
import { subscribe } from '~/features/newsletter/subscribers/subscribe.server';
import { findNewAddress } from '~/features/redirects/find-new-address.server';
import { noteUnknownPath } from '~/features/redirects/unknown-paths.server';
import type { AppContext } from '~/platform/context';

/** A caller within the limit, or over it. */
function callFrom(address: string, isAllowed: boolean) {
  const seen = { keys: [] as string[], writes: 0, logged: [] as object[], work: [] as Promise<unknown>[] };
  const limit = { allow: async (key: string) => seen.keys.push(key) > 0 && isAllowed };
  const chain: object = new Proxy(() => chain, { get: (_, name) => (name === 'then' ? undefined : chain) });
  const ctx = {
    request: { address, referrer: 'https://blog.example/post?mail=ann@example.com' },
    limits: { subscribe: limit, unknownPaths: limit, reading: limit },
    log: { write: (event: object) => seen.logged.push(event) },
    waitUntil: (work: Promise<unknown>) => seen.work.push(work),
    db: {
      build: chain,
      read: async () => ({ rows: [{ ids: ['1'], to: '/new', slug: null }] }),
      write: async () => {
        seen.writes += 1;
      },
    },
  } as unknown as AppContext;
  return { ctx, seen };
}

const V6 = '2001:db8:0:1:ffff::9';
const NETWORK = '2001:db8:0:1::/64';

it("always follows a redirect, and counts it within the caller's limit", async () => {
  for (const isAllowed of [true, false]) {
    const { ctx, seen } = callFrom(V6, isAllowed);
    expect(await findNewAddress(ctx, '/old', '')).toBe('/new');
    await Promise.all(seen.work);
    expect(seen.keys).toEqual([`redirect:${NETWORK}`]);
    expect(seen.writes).toBe(isAllowed ? 1 : 0);
  }
});

it('stores unknown paths per network, and referrers without their query', async () => {
  const { ctx, seen } = callFrom(V6, false);
  noteUnknownPath(ctx, '/nowhere');
  await Promise.all(seen.work);
  expect([seen.keys, seen.writes]).toEqual([[NETWORK], 0]);
  expect(seen.logged).toEqual([
    { event: 'unknown_path', path: '/nowhere', referrer: 'https://blog.example/post' },
  ]);
});

it('counts subscriptions per network', async () => {
  const { ctx, seen } = callFrom(V6, false);
  await expect(subscribe(ctx, {}, { path: '/', view: '' })).rejects.toThrow();
  expect(seen.keys).toEqual([NETWORK]);
});

it('refuses a flood of ad reports before it reads their tokens or the database', async () => {
  const beacon = {
    token: 'x',
    events: [{ ad: crypto.randomUUID(), placement: crypto.randomUUID(), change: 0 }],
  };
  const { ctx, seen } = callFrom(V6, false);
  await expect(recordBeacon(ctx, 'impression', beacon)).rejects.toThrow('Too many reports.');
  expect(seen).toMatchObject({ keys: [`ads ${NETWORK}`], writes: 0, work: [] });
});
