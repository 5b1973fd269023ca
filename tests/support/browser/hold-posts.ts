// Delays a browser's POST requests until the test releases them.
import type { Page } from 'playwright-core';
import { gate } from '../gate';

interface HeldPosts {
  /** Resolves when the first request has been sent. */
  first: Promise<void>;
  release(): void;
}

/** @param path prefix of the requests' paths */
export async function holdPosts(page: Page, path: string): Promise<HeldPosts> {
  const [first, markSent] = gate();
  const [released, release] = gate();
  await page.route(
    ({ pathname }) => pathname.startsWith(path),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      markSent();
      await released;
      return route.fallback();
    },
  );
  return { first, release };
}
