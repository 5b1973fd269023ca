// Starts a site for one browser test, with an administrator who is signed in.
import type { Page } from 'playwright-core';
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
  const visitor = visit(site);
  await visitor.signIn(ADMIN_EMAIL);
  const page = await openPage({ ...options, origin: site.url });
  const cookies = [...visitor.cookies].filter(([name]) => name.endsWith('session'));
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })));
  return page;
}
