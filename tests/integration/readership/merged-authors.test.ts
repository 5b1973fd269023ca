// The readership of a merged author counts for the author who remains, including views that are counted later.
import Papa from 'papaparse';
import { beforeAll, expect } from 'vitest';
import { ADS_SECRET } from '../../support/ads';
import { emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { recount, startView } from '../../support/readership';
import { addReadingLog, countReadingNow, READING_TABLES } from '../../support/reading-log';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });
let admin: Visitor;

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  await emptyMagazine(site.db);
  await site.empty(READING_TABLES);
  await addReadingLog(site);
});

/** Views by name, as exported. */
async function viewsByAuthor(): Promise<Record<string, number>> {
  const csv = await (await admin.get('/admin/readership/export?table=author&range=90')).text();
  const rows = Papa.parse<string[]>(csv.trim()).data.slice(1);
  return Object.fromEntries(rows.map(([name, views]) => [name, Number(views)]));
}
const idOf = async (name: string): Promise<string> =>
  (await site.db.query('select id from authors where name = $1', [name])).rows[0].id;

it('adds up both, without a row for the deleted author, and equals a recount of the log', async () => {
  const before = await viewsByAuthor();
  expect(before).toEqual({ 'Dana Whitfield': expect.any(Number), 'Sam Ode': expect.any(Number) });
  const both = Object.values(before).reduce((sum, views) => sum + views, 0);
  // Waits to be counted while the authors are merged.
  await startView(site, '/article/story-0');
  const [id, into] = [await idOf('Sam Ode'), await idOf('Dana Whitfield')];
  expect((await admin.post(`/admin/authors?merge=${id}`, { intent: 'merge', id, into })).status).toBe(303);
  await countReadingNow(site);
  expect(await viewsByAuthor()).toEqual({ 'Dana Whitfield': both + 1 });
  const report = visibleTextOf(await (await admin.get('/admin/readership?range=90')).text());
  expect(report).not.toContain('Deleted author');
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
});
