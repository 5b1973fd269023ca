// Sites for browser tests, with an administrator who is signed in.
import type { BrowserContext, Page } from 'playwright-core';
import { browserTest, openPage, type PageOptions } from '../browser/browser';
import { addAccount } from '../factory';
import { visit } from '../visitor';
import type { Site } from './site';
import { lend, type TestSiteSettings } from './site-test';

export const ADMIN_EMAIL = 'boss@example.com';

/** Tests with a site and a browser. */
export function browserSiteTest(settings: TestSiteSettings = {}) {
  const site = {} as Site;
  const it = browserTest.extend('site', { scope: 'file', auto: true }, lend(site, settings));
  it.beforeAll(({ site: _ }) => {});
  return { it, site };
}

/** The site contains only the administrator's account. The page cache is on by default. */
export function adminSiteTest(settings: TestSiteSettings = {}) {
  const found = browserSiteTest(async () => {
    const options = typeof settings === 'function' ? await settings() : settings;
    // Plain HTTP: a browser would reject `Secure` cookies here.
    return { pageCache: 'on', ...options, vars: { SITE_URL: 'http://magazine.test', ...options.vars } };
  });
  found.it.beforeAll(async ({ site }) => {
    await addAccount(site.db, { email: ADMIN_EMAIL, role: 'admin', fullName: 'Alex Morgan' });
  });
  return found;
}

/** Opens a page signed in as the administrator, without using the sign-in form. */
export async function openAsAdmin(site: Site, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ ...options, origin: site.url });
  await signInAs(site, page.context(), ADMIN_EMAIL);
  return page;
}

/** Signs a browser in, replacing its session. */
export async function signInAs(site: Site, context: BrowserContext, email: string): Promise<void> {
  const visitor = visit(site);
  await visitor.signIn(email);
  const cookies = [...visitor.cookies].filter(([name]) => name.endsWith('session'));
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })));
}
