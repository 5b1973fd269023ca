// A magazine of a browser test's own, with an administrator who is signed in.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openPage, type PageOptions } from './browser';
import { addAccount } from './factory';
import { type Site, type SiteOptions, startSite } from './site';
import { visit } from './visitor';

export const ADMIN_EMAIL = 'boss@example.com';

/** Empty but for the administrator's account; with the page cache unless told otherwise. */
export async function startAdminSite(options: Partial<SiteOptions> = {}): Promise<Site> {
  // An address without TLS, or a browser would keep no cookie.
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

/** A page of a browser in which the administrator is signed in, without the way through the sign-in form. */
export async function openAsAdmin(site: Site, options: PageOptions = {}): Promise<Page> {
  const visitor = visit(site);
  await visitor.signIn(ADMIN_EMAIL);
  const page = await openPage({ ...options, origin: site.url });
  const cookies = [...visitor.cookies].filter(([name]) => name.endsWith('session'));
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })));
  return page;
}
