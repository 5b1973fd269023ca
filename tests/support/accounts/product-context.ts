// The product's own context on the database of the site under test, for tests that call an operation directly.
import { vi } from 'vitest';
import { createContext, createRuntime } from '~/platform/context.server';
import type { Env } from '~/platform/env.server';
import type { Site } from '../site/site';

const BINDINGS = [
  'MEDIA',
  'IMAGES',
  'WORK',
  'SUBSCRIBE_LIMIT',
  'UNKNOWN_PATH_LIMIT',
  'VIEW_LIMIT',
  'CLICK_LIMIT',
  'PAGE_VIEW_LIMIT',
  'READING_LIMIT',
  'SEARCH_LIMIT',
  'CATEGORY_IMAGE_LIMIT',
];

/** Replaces globals; the caller restores them after the test. */
export function productContext(site: Site) {
  vi.stubGlobal('caches', { default: {} });
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const bindings = Object.fromEntries(BINDINGS.map((name) => [name, {}]));
  const runtime = createRuntime({ ...bindings, ...site.vars } as unknown as Env, 'test');
  const caller = { id: 'test', address: '10.61.0.1', userAgent: null, referrer: null };
  return createContext(runtime, caller, { waitUntil: () => {} }).app;
}
