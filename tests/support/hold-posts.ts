// Forms on their way: a browser's posts wait until the test lets them go.
import type { Page } from 'playwright-core';
import { gate } from './gate';

interface HeldPosts {
  /** The first one has been sent. */
  first: Promise<void>;
  letGo(): void;
}

/** @param path how the posts' addresses begin */
export async function holdPosts(page: Page, path: string): Promise<HeldPosts> {
  const [first, tell] = gate();
  const [gone, letGo] = gate();
  await page.route(
    ({ pathname }) => pathname.startsWith(path),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      tell();
      await gone;
      return route.fallback();
    },
  );
  return { first, letGo };
}
