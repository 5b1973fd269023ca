// What a stolen session cannot do without the password: read a signing secret, send events elsewhere, stay signed in longer, export or replace everything.
import { beforeEach, describe, expect } from 'vitest';
import { emptyMagazine, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { packArchive, uploadToTransfer, waitForJobs } from '../../support/transfers';

const { it, site, admin } = adminTest();
const KEYS = '/admin/settings';
const RULES = '/admin/webhooks';
const ENDPOINTS = '/admin/webhooks/outgoing';
const TRANSFER = '/admin/transfer';
const ENDPOINT = { url: 'https://hooks.example.com/1', events: 'article.published', active: 'on' };

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('settings, webhook_keys, webhook_endpoints, transfer_files, jobs, auth_throttle');
  await admin.signIn('boss@example.com');
});

const letTimePass = () =>
  site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
const read = async (at: string) => (await admin.get(at)).text();
const idIn = async (table: string) =>
  (await site.db.query(`select id from ${table} order by created_at desc limit 1`)).rows[0].id as string;

async function createKey(): Promise<string> {
  expect((await admin.post(KEYS, { intent: 'create-key' })).status).toBe(200);
  return idIn('webhook_keys');
}

async function createEndpoint(): Promise<string> {
  expect((await admin.post(ENDPOINTS, { intent: 'create', ...ENDPOINT })).status).toBe(200);
  return idIn('webhook_endpoints');
}

async function requireSignatures(): Promise<void> {
  const rules = { intent: 'save-rules', unknownCategory: 'omit', requireSignature: 'on' };
  expect((await admin.post(RULES, rules)).status).toBe(303);
}

interface Change {
  /** The page with the form. */
  at: string;
  fields: Record<string, string>;
  /** Input that a refused form must return. */
  typed?: string;
}

/** Everything that the changes change. */
async function readState() {
  const { rows } = await site.db.query(`select
    (select jsonb_agg(jsonb_build_array(id, revoked_at, expires_at) order by id) from webhook_keys) as keys,
    (select jsonb_agg(to_jsonb(e) order by id) from webhook_endpoints e) as endpoints,
    (select jsonb_agg(value order by key) from settings) as settings, (select count(*) from jobs) as jobs,
    (select count(*) from audit_log where event not in ('signed_in', 'sign_in_failed')) as lines`);
  return rows[0];
}

const CHANGES: [string, () => Promise<Change>][] = [
  [
    'showing a signing secret',
    async () => ({ at: RULES, fields: { intent: 'show-secret', id: await createKey() } }),
  ],
  [
    'no longer requiring signatures',
    async () => {
      await requireSignatures();
      const fields = { intent: 'save-rules', unknownCategory: 'refuse' };
      return { at: RULES, fields, typed: 'value="refuse" selected' };
    },
  ],
  [
    'creating an endpoint',
    async () => ({
      at: `${ENDPOINTS}?new`,
      fields: { intent: 'create', ...ENDPOINT },
      typed: `value="${ENDPOINT.url}"`,
    }),
  ],
  [
    'changing an endpoint',
    async () => {
      const id = await createEndpoint();
      const url = 'https://hooks.example.com/2';
      return {
        at: `${ENDPOINTS}?edit=${id}`,
        fields: { intent: 'save', id, version: '', ...ENDPOINT, url },
        typed: `value="${url}"`,
      };
    },
  ],
  [
    'deleting an endpoint',
    async () => {
      const id = await createEndpoint();
      return { at: `${ENDPOINTS}?delete=${id}`, fields: { intent: 'delete', id } };
    },
  ],
  [
    'signing people out later',
    async () => ({
      at: '/admin/settings',
      fields: {
        intent: 'settings',
        name: 'Bench',
        blurb: 'Law.',
        readersFigure: '1',
        growthFigure: '1',
        timeZone: 'UTC',
        newsletterHeadline: 'News',
        newsletterText: 'News',
        newsletterIntro: 'News',
        staffIdleHours: '25',
      },
      typed: 'value="25"',
    }),
  ],
  ['exporting everything', async () => ({ at: TRANSFER, fields: { intent: 'export' } })],
  [
    'restoring an archive',
    async () => {
      const category = { id: crypto.randomUUID(), name: 'Tools', slug: 'tools', description: '' };
      const parts = { 'data/categories-0001.ndjson': [category] };
      const at = await uploadToTransfer(admin, 'magazine.zip', await packArchive(parts));
      await site.db.query("insert into tags (name, slug) values ('ROI', 'roi')");
      const fields = { intent: 'restore', confirmation: 'replace everything' };
      return { at, fields, typed: 'value="replace everything"' };
    },
  ],
  [
    'retrying a failed restore',
    async () => {
      const damaged = await packArchive({ 'data/tags-0001.ndjson': ['not a row'] });
      const file = await uploadToTransfer(admin, 'magazine.zip', damaged);
      await admin.post(file, { intent: 'restore', confirmation: 'replace everything' });
      await waitForJobs(site);
      return { at: `/admin/jobs/${await idIn('jobs')}?retry`, fields: { intent: 'retry' } };
    },
  ],
];

describe('after an old sign-in', () => {
  it.each(CHANGES)('requires the password: %s', async (_, prepare) => {
    const { at, fields, typed = '' } = await prepare();
    expect(await read(at)).not.toContain('name="proofPassword"');
    await letTimePass();
    expect(await read(at)).toContain('name="proofPassword"');
    const before = await readState();
    for (const proof of [{}, { proofPassword: 'not that one' }]) {
      const refused = await admin.post(at, { ...fields, ...proof });
      const html = await refused.text();
      expect([refused.status, html]).toEqual([422, expect.stringContaining('name="proofPassword"')]);
      expect(html).toContain('field__error');
      expect(html.replaceAll('=""', '')).toContain(typed);
      expect(html).not.toContain('not that one');
      expect(await readState()).toEqual(before);
    }
    const accepted = await admin.post(at, { ...fields, proofPassword: PASSWORD });
    expect(accepted.status).toBeLessThan(400);
    expect(await readState()).not.toEqual(before);
    expect(await read('/admin/settings')).not.toContain('name="proofPassword"');
    await waitForJobs(site);
  });

  it('requires the password: downloading an archive', async () => {
    const at = await uploadToTransfer(admin, 'magazine.zip', await packArchive({}));
    const download = async (headers?: Record<string, string>) => {
      const { status, headers: answered } = await admin.get(`${at}/download`, headers);
      return [status, answered.get('location')];
    };
    expect(await download()).toEqual([200, null]);
    await letTimePass();
    expect(await download()).toEqual([302, `${at}?download`]);
    expect(await download({ range: 'bytes=10-' })).toEqual([403, null]);
    expect(visibleTextOf(await read(`${at}?download`))).toContain('Download Archive');
    for (const proof of [{}, { proofPassword: 'not that one' }])
      expect((await admin.post(`${at}?download`, { intent: 'allow-download', ...proof })).status).toBe(422);
    expect(await download()).toEqual([302, `${at}?download`]);
    const fields = { intent: 'allow-download', proofPassword: PASSWORD };
    const accepted = await admin.post(`${at}?download`, fields);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, at]);
    expect(await download()).toEqual([200, null]);
    expect(await download({ range: 'bytes=0-3' })).toEqual([206, null]);
    await waitForJobs(site);
  });

  it('opens the dialog when a page from before offers to retry without the password', async () => {
    const damaged = await packArchive({ 'data/tags-0001.ndjson': ['not a row'] });
    const file = await uploadToTransfer(admin, 'magazine.zip', damaged);
    await admin.post(file, { intent: 'restore', confirmation: 'replace everything' });
    await waitForJobs(site);
    const job = `/admin/jobs/${await idIn('jobs')}`;
    expect(await read(`${job}?retry`)).not.toContain('<dialog');
    await letTimePass();
    const refused = await admin.post(job, { intent: 'retry' });
    const html = await refused.text();
    expect([refused.status, html]).toEqual([422, expect.stringContaining('name="proofPassword"')]);
    expect(html).toContain('<dialog');
  });

  it('keeps the version that was edited, so that the next save does not overwrite a newer one', async () => {
    await requireSignatures();
    await letTimePass();
    const version = '2026-01-02 03:04:05+00';
    const save = async (proof: Record<string, string>) => {
      const answer = await admin.post(RULES, {
        intent: 'save-rules',
        unknownCategory: 'omit',
        version,
        ...proof,
      });
      return { status: answer.status, html: await answer.text() };
    };
    const refused = await save({});
    expect(refused).toMatchObject({ status: 422, html: expect.stringContaining(`value="${version}"`) });
    expect(await save({ proofPassword: PASSWORD })).toMatchObject({ status: 409 });
  });

  it('asks for a new endpoint secret on the page to which its dialog leads', async () => {
    const id = await createEndpoint();
    await letTimePass();
    const refused = await (await admin.post(ENDPOINTS, { intent: 'renew-secret', id })).text();
    expect(visibleTextOf(refused)).toContain('Failed to create secret. Please confirm your identity.');
    expect(refused).toMatch(new RegExp(`name="id" value="${id}"[^]*name="proofPassword"`));
    const fields = { intent: 'renew-secret', id, proofPassword: PASSWORD };
    expect(await (await admin.post(ENDPOINTS, fields)).text()).toContain('whsec_');
  });

  it('does not ask for other rules of the webhook', async () => {
    await requireSignatures();
    await letTimePass();
    const rules = { intent: 'save-rules', unknownCategory: 'create', requireSignature: 'on' };
    expect((await admin.post(RULES, rules)).status).toBe(303);
  });
});
