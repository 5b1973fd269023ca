// `it` for test files that use their own site.
import { inject, test } from 'vitest';
import { type Visitor, visitAsAdmin } from '../visitor';
import type { Site, SiteOptions } from './site';
import { borrowSite, returnSite, stopIdleSites } from './site-pool';

type TestSiteOptions = Omit<SiteOptions, 'databaseServer'>;
/** A function if something that the options name must be started first. */
export type TestSiteSettings = TestSiteOptions | (() => Promise<TestSiteOptions>);

/** Stops this process's sites after its last test file. */
export const poolTest = test.extend(
  'pool',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  ({}, { onCleanup }) => {
    onCleanup(stopIdleSites);
    return { borrowSite, returnSite };
  },
);

/**
 * Tests with a site as a fixture: an empty magazine without accounts, for the whole file. Hooks and functions
 * of the file use the returned `site`, which is filled before the file's first hook runs.
 */
export function siteTest(settings: TestSiteSettings = {}) {
  const site = {} as Site;
  const it = poolTest.extend('site', { scope: 'file', auto: true }, lend(site, settings));
  it.beforeAll(({ site: _ }) => {});
  return { it, site };
}

/** Like `siteTest`, with the administrator signed in, who has the site's only account. */
export function adminTest(settings: TestSiteSettings = {}) {
  const { it, site } = siteTest(settings);
  const admin = {} as Visitor;
  it.beforeAll(async () => {
    Object.assign(admin, await visitAsAdmin(site));
  });
  return { it, site, admin };
}

interface Lending {
  pool: { borrowSite: typeof borrowSite; returnSite: typeof returnSite };
}

/** The fixture function that fills `site` for a file. */
export function lend(site: Site, settings: TestSiteSettings) {
  return async ({ pool }: Lending, { onCleanup }: { onCleanup(cleanup: () => Promise<void>): void }) => {
    const chosen = typeof settings === 'function' ? await settings() : settings;
    const options = { ...chosen, databaseServer: inject('databaseServer') };
    const borrowed = await pool.borrowSite(options);
    onCleanup(() => pool.returnSite(borrowed, options));
    return Object.assign(site, borrowed);
  };
}
