// Starts a site for one browser test, with an administrator who is signed in.
import type { BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { openPage, type PageOptions } from './browser/browser';
import { addAccount } from './factory';
import { type Site, type SiteOptions, startSite } from './site';
import { visit } from './visitor';

export const ADMIN_EMAIL = 'boss@example.com';

/** Contains only the administrator's account. The page cache is on by default. */
export async function startAdminSite(options: Partial<SiteOptions> = {}): Promise<Site> {
  // Plain HTTP: a browser would reject `Secure` cookies here.
  const vars = { SITE_URL: 'http://magazine.test', ...options.vars };
  const site = await startSite({
    databaseServer: inject('databaseServer'),
    pageCache: 'on',
    ...options,
    vars,
  });
  await addAccount(site.db, { email: ADMIN_EMAIL, role: 'admin', fullName: 'Alex Morgan' });
  return site;
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
