// Emailed links that lead to a client on another site, in a browser: its policy must let the form redirect there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { connect, readEmail } from '../../support/accounts/auth-client';
import { openPage } from '../../support/browser/browser';
import { addAccount } from '../../support/factory';
import { browserSiteTest } from '../../support/site/admin-site';

const client = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<title>Client</title>');
});
const { it, site } = browserSiteTest(async () => {
  await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
  return { vars: { SITE_URL: 'http://magazine.test', AUTH_ALLOWED_ORIGINS: originOf() } };
});
const originOf = () => `http://127.0.0.1:${(client.address() as AddressInfo).port}`;
afterAll(() => void client.close());

it.each([
  true,
  false,
])('reach it by the button, which alone spends them (JavaScript: %s)', async (javaScript) => {
  const email = `ann-${javaScript}@example.com`;
  await addAccount(site.db, { email });
  await connect(site).signInWithOtp({ email, options: { emailRedirectTo: `${originOf()}/welcome` } });
  const { link } = await readEmail(site, email);
  const expected = [/request to another origin: http:\/\/127\.0\.0\.1/];
  const page = await openPage({ origin: site.url, javaScript, expected });
  await page.goto(link);
  await page.reload();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`${originOf()}/welcome#access_token=*`);
  expect(await page.title()).toBe('Client');
});
