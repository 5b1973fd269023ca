// The webhook screens in a browser: a key, a request and an endpoint, with and without JavaScript.
import { beforeAll, describe, expect } from 'vitest';
import { expectNoAxeViolations, findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated } from '../../support/browser/browser';
import { PASSWORD } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';
import { addWebhookKey, callWebhook, PAYLOAD } from '../../support/webhook';

const OUTGOING = '/admin/webhooks/outgoing';

const { it, site } = adminSiteTest();
let requestId: string;
let endpointId: string;

beforeAll(async () => {
  const key = await addWebhookKey(site.db);
  await callWebhook(site, PAYLOAD, { 'x-api-key': key });
  await site.db.query(
    `insert into settings (key, value) values ('webhook', '{"unknownCategory": "refuse"}')`,
  );
  await callWebhook(site, { ...PAYLOAD, category: 'Nowhere' }, { 'x-api-key': key });
  const { rows } = await site.db.query('select max(id) as id from webhook_requests');
  requestId = rows[0].id;
  const { rows: made } = await site.db.query(
    `insert into webhook_endpoints (url, events, secret_salt) values
      ('https://hooks.automation.com/catch/1842/b7', '{article.published,lead.created}', 'salt') returning id`,
  );
  endpointId = made[0].id;
  const tried = {
    at: new Date().toISOString(),
    status: 500,
    reason: 'The endpoint responded with 500',
    milliseconds: 212,
  };
  await site.db.query(
    `insert into webhook_events (type, data)
     values ('article.published', '{"id": "1", "slug": "a", "title": "The Four-Minute Rule"}')`,
  );
  await site.db.query("update webhook_deliveries set status = 'failed', tries = 9, log = $1", [
    JSON.stringify([{ ...tried, answer: 'Out of order' }]),
  ]);
});

describe('editor with JavaScript', () => {
  it('sees requests, replays one, and changes the rules', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/webhooks');
    await hydrated(page);
    await page.getByRole('link', { name: 'Rejected' }).click();
    await page.getByRole('link', { name: `Details of request ${requestId}` }).click();
    await page.getByText('The category “Nowhere” does not exist').first().waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.locator('.toast', { hasText: 'Replayed, but rejected with status 422' }).waitFor();
    await page.getByRole('link', { name: 'Incoming' }).click();
    await page.getByLabel('If the category doesn’t exist').selectOption('create');
    await page.getByRole('button', { name: 'Save Rules' }).click();
    await page.locator('.toast', { hasText: 'Rules saved' }).waitFor();
    await page.getByRole('button', { name: /^Show Signing Secret/ }).click();
    await expect.poll(() => page.locator('.new-key').innerText()).toMatch(/whsec_/);
  });

  it('creates an endpoint in a dialog and sees its secret once', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 422/] });
    await page.goto(OUTGOING);
    await hydrated(page);
    await page.getByRole('link', { name: 'New Endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Endpoint' });
    await dialog.getByLabel('URL').fill('https://127.0.0.1/');
    await dialog.getByRole('button', { name: 'Save Endpoint' }).click();
    await dialog.getByText('URL must start with https:// and be on a public site').first().waitFor();
    await dialog.getByLabel('URL').fill('https://hooks.automation.com/two');
    await dialog.getByLabel('A reader subscribes').check();
    await dialog.getByRole('button', { name: 'Save Endpoint' }).click();
    await page.locator('.new-key', { hasText: 'whsec_' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.endpoint').count()).toBe(2);
  });
});

it('asks for the password in a dialog that was open when the confirmation expired, and keeps the input', async () => {
  const page = await openAsAdmin(site, { reducedMotion: true, expected: [/status of 422/] });
  const url = 'https://hooks.automation.com/late';
  await page.goto(`${OUTGOING}?new`);
  await hydrated(page);
  const dialog = page.getByRole('dialog', { name: 'New Endpoint' });
  await dialog.getByLabel('URL').fill(url);
  await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
  await dialog.getByRole('button', { name: 'Save Endpoint' }).click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await expectNoAxeViolations(page, 'the dialog');
  expect(await dialog.getByLabel('URL').inputValue()).toBe(url);
  await dialog.getByRole('button', { name: 'Save Endpoint' }).click();
  await page.locator('.new-key', { hasText: 'whsec_' }).waitFor();
});

it('does the same without JavaScript', async () => {
  const page = await openAsAdmin(site, { javaScript: false });
  await page.goto(`${OUTGOING}?new`);
  await page.getByLabel('URL').fill('https://hooks.automation.com/three');
  await follow(page.getByRole('button', { name: 'Save Endpoint' }));
  expect(await page.locator('.new-key').innerText()).toMatch(/whsec_/);
  await page.goto(`/admin/webhooks/${requestId}`);
  await follow(page.getByRole('button', { name: 'Replay' }));
  expect(await page.locator('main').innerText()).toContain(`Request ${requestId}`);
});

it.each([
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('has no axe violations at %i px, %s', async (width, theme) => {
  const page = await openAsAdmin(site, { width, theme });
  for (const path of [
    '/admin/webhooks',
    `/admin/webhooks/${requestId}`,
    OUTGOING,
    `${OUTGOING}?edit=${endpointId}`,
    `${OUTGOING}/${endpointId}`,
    '/admin/api',
    '/admin-old?tab=webhook',
  ]) {
    await page.goto(path);
    await hydrated(page);
    expect(await findAxeViolations(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path).toBe(
      true,
    );
  }
});
