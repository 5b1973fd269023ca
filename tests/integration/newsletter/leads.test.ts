// Leads with plain forms: counts, search, export, import and deletion.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
const PAGE = '/admin/leads';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log, outbox');
});

const addLead = (email: string, source = 'newsletter', status = 'pending', at = '2026-01-31T04:05:09Z') =>
  site.db.query('insert into leads (email, source, status, created_at) values ($1, $2, $3, $4)', [
    email,
    source,
    status,
    at,
  ]);
const page = async (query = '') => visibleTextOf(await (await admin.get(PAGE + query)).text());
const stored = async () =>
  (await site.db.query('select email, source, status from leads order by email')).rows.map(
    ({ email, source, status }) => [email, source, status],
  );
const importCsv = (csv: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('intent', 'import');
  form.set('file', new File([csv], 'people.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return admin.post(`${PAGE}?import`, form);
};

describe('the list of leads', () => {
  it('counts all leads, those of the newsletter forms and those of the footer', async () => {
    await addLead('a@example.com', 'newsletter');
    await addLead('b@example.com', 'newsletter-page', 'confirmed');
    await addLead('c@example.com', 'footer');
    await addLead('d@example.com', 'elsewhere');
    const answer = await admin.get(PAGE);
    // One round trip for the session, one for the page.
    expect(roundTrips(answer)).toBe(2);
    const html = await answer.text();
    expect(html).toMatch(/<a[^>]*href="\/admin\/leads\/export"[^>]*>\s*Export CSV\s*<\/a>/);
    const text = visibleTextOf(html);
    expect(text).toMatch(/Total\s*4\s*Newsletter\s*2\s*Footer\s*1/);
    expect(text).toContain('Jan 30, 2026, 11:05 PM');
    expect(text).toMatch(/b@example\.com.*Newsletter page\s*Confirmed/);
  });

  it('searches by part of the address and has empty states', async () => {
    const empty = await (await admin.get(PAGE)).text();
    expect(empty).toContain('No leads found.');
    expect(empty).toContain('placeholder="Search leads..."');
    expect(empty).toContain('Export CSV');
    await addLead('ann_x@example.com');
    await addLead('bob@example.com');
    expect(await page('?q=NN_X')).toContain('1 lead');
    expect(await page('?q=NN_X')).not.toContain('bob@example.com');
    expect(await page('?q=%25')).toContain('No leads found matching your search.');
  });

  it('searches for parts in any order, with or without the accents that were typed', async () => {
    await addLead('jose.muller@example.com');
    await addLead('müller@example.org');
    for (const query of ['example muller', 'MULLER%20jos%C3%A9', 'm%C3%BCller%20.com'])
      expect(await page(`?q=${query}`), query).toContain('jose.muller@example.com');
    expect(await page('?q=M%C3%9CLLER')).toContain('2 leads');
    expect(await page('?q=muller%20.org')).toContain('No leads found matching your search.');
  });
});

describe('what won a lead', () => {
  const addWon = async (email: string, article: string | null, kind: string | null, from: string | null) => {
    await addLead(email);
    await site.db.query(
      'update leads set article_id = $2, won_kind = $3, won_from = $4, created_at = now() where email = $1',
      [email, article, kind, from],
    );
  };
  const GONE = '00000000-0000-4000-8000-000000000000';
  beforeEach(async () => {
    const fees = await addArticle(site.db, { title: 'Flat Fees for Litigation', slug: 'fees' });
    const draft = await addArticle(site.db, { title: 'Unpublished fees', slug: 'draft', status: 'draft' });
    await addWon('a@example.com', fees, 'referral', 'news.example');
    await addWon('b@example.com', fees, 'newsletter', '2026-11-24/3');
    await addWon('c@example.com', draft, 'newsletter', '2026-11-24/1');
    await addWon('d@example.com', GONE, 'campaign', 'linkedin / social / fall');
    await addWon('e@example.com', null, 'direct', '');
    await addWon('f@example.com', null, 'internal', '');
    await addWon('g@example.com', null, null, null);
  });
  const shown = async (query: string) => {
    const html = await (await admin.get(PAGE + query)).text();
    return [...new Set([...html.matchAll(/>([a-g])@example\.com</g)].map(([, name]) => name))]
      .sort()
      .join('');
  };

  it('is shown in words, with a link to a public article only', async () => {
    const html = await (await admin.get(PAGE)).text();
    const text = visibleTextOf(html);
    for (const [lead, words] of [
      ['a', 'Flat Fees for Litigation\\s*news.example'],
      ['b', 'Flat Fees for Litigation\\s*Newsletter of Nov 24, 2026'],
      ['c', 'Unpublished fees\\s*Newsletter of Nov 24, 2026'],
      ['d', 'Deleted article\\s*linkedin / social / fall'],
      ['e', 'Direct'],
      ['f', 'This site'],
      ['g', 'Unknown'],
    ])
      expect(text).toMatch(new RegExp(`${lead}@example\\.com[^@]*Pending\\s*${words}`));
    expect(html).toContain('href="/article/fees"');
    expect(html).not.toContain('href="/article/draft"');
  });

  it('filters by words of the article, by source, and by both with the address', async () => {
    expect(await shown('?article=litigation+flat')).toBe('ab');
    expect(await shown('?article=FEE')).toBe('abc');
    expect(await shown('?via=newsletter%3A2026-11-24')).toBe('bc');
    expect(await shown('?via=direct')).toBe('e');
    expect(await shown('?via=campaign%3Alinkedin+%2F+social+%2F+fall')).toBe('d');
    expect(await shown('?article=fees&via=newsletter%3A2026-11-24&q=b%40')).toBe('b');
    expect(await page('?article=nonesuch')).toContain('No leads found matching your search.');
  });

  it('offers the sources that occur, each issue once, and keeps the chosen one', async () => {
    const html = await (await admin.get(`${PAGE}?via=referral%3Agone.example`)).text();
    const options = [...html.matchAll(/<option value="([^"]*)"([^>]*)>([^<]*)</g)];
    expect(options.map(([, key, state, label]) => [key, label, state?.includes('selected')])).toEqual([
      ['', 'Any source', false],
      ['campaign:linkedin / social / fall', 'linkedin / social / fall', false],
      ['direct', 'Direct', false],
      ['internal', 'This site', false],
      ['newsletter:2026-11-24', 'Newsletter of Nov 24, 2026', false],
      ['referral:news.example', 'news.example', false],
      ['referral:gone.example', 'gone.example', true],
    ]);
  });

  it.for([
    '?article=%27%3Bdrop+table+leads--',
    '?article=%00%22%26%7C%21%3A*()%5C',
    `?article=${'x%20'.repeat(300)}`,
    '?article=%F0%9F%98%80%ED%A0%80',
    '?via=nonsense',
    '?via=newsletter%3A2026-99-99',
    '?via=referral%3A%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '?via=referral%3A%00%25_%5C&article=%25&q=%25&page=9',
  ])('accepts the hostile filter %s', async (query) => {
    const answer = await admin.get(PAGE + query);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('<script>alert');
    expect((await admin.get(`/admin/leads/export${query}`)).status).toBe(200);
    expect((await site.db.query('select count(*)::int as n from leads')).rows[0].n).toBe(7);
  });

  it('shows hostile names from elsewhere as text', async () => {
    await addWon('x@example.com', null, 'newsletter', '2026-99-99/1');
    await addWon('y@example.com', null, 'made up', '<img src=x>');
    const html = await (await admin.get(PAGE)).text();
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).not.toContain('<img src=x>');
  });

  it('stays in the address of the next page and of the export', async () => {
    await site.db.query(
      `insert into leads (email, won_kind, won_from) select 'reader' || n || '@example.com', 'direct', '' from generate_series(1, 60) n`,
    );
    const html = (await (await admin.get(`${PAGE}?q=reader&via=direct`)).text()).replaceAll('&amp;', '&');
    expect(html).toContain('href="/admin/leads?q=reader&via=direct&page=2"');
    expect(html).toContain('href="/admin/leads/export?q=reader&via=direct"');
    const { rows } = await site.db.query("select id from leads where email = 'reader1@example.com'");
    const deleted = await admin.post(`${PAGE}?q=reader&via=direct&delete=${rows[0].id}`, {
      intent: 'delete',
      id: rows[0].id,
    });
    expect(deleted.headers.get('location')).toBe('/admin/leads?q=reader&via=direct');
    const second = await site.db.query("select id from leads where email = 'reader2@example.com'");
    const { id } = second.rows[0];
    const later = await admin.post(`${PAGE}?q=reader&page=2&delete=${id}`, { intent: 'delete', id });
    expect(later.headers.get('location')).toBe('/admin/leads?q=reader&page=2');
    expect((await admin.get(`${PAGE}?q=reader&page=5`)).headers.get('location')).toBe(
      '/admin/leads?q=reader&page=2',
    );
    // The redirect does not use up the notice.
    expect(await (await admin.get(`${PAGE}?q=reader&page=2`)).text()).toContain('Lead deleted successfully');
  });

  it('chooses the rows of the export, which contains what is shown', async () => {
    const csv = async (query: string) =>
      (await (await admin.get(`/admin/leads/export${query}`)).text()).trim().split('\r\n').slice(1).sort();
    expect(await csv('?article=flat')).toEqual([
      expect.stringMatching(/^a@example.com,newsletter,pending,.{19}$/),
      expect.stringMatching(/^b@example.com,newsletter,pending,.{19}$/),
    ]);
    expect(await csv('')).toHaveLength(7);
    expect(await csv('?q=d%40')).toEqual([expect.stringMatching(/^d@/)]);
  });
});

describe('Export CSV', () => {
  it('writes every lead, newest first, with the date in the file name', async () => {
    await addLead('old@example.com', 'footer', 'confirmed', '2025-06-01T12:00:00Z');
    await addLead("=cmd|'/c calc'!A0@example.com".replaceAll(' ', ''), 'newsletter');
    const answer = await admin.get('/admin/leads/export');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(
      (
        await site.db.query(
          "select actor_id is not null as named from audit_log where event = 'leads_exported'",
        )
      ).rows,
    ).toEqual([{ named: true }]);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      "Email,Source,Status,Date\r\n\"'=cmd|'/ccalc'!A0@example.com\",newsletter,pending,2026-01-30 23:05:09\r\nold@example.com,footer,confirmed,2025-06-01 08:00:00\r\n",
    );
  });

  it('writes 100,000 leads, including those with equal times', async () => {
    await site.db.query(
      `insert into leads (email, created_at) select 'reader' || n || '@example.com', '2026-01-01'::timestamptz + (n / 5000) * interval '1 microsecond'
       from generate_series(1, 100000) n`,
    );
    const lines = (await (await admin.get('/admin/leads/export')).text()).trim().split('\r\n');
    expect(new Set(lines).size).toBe(100_001);
  });
});

describe('Import CSV', () => {
  it('stores valid rows and redirects when all were valid', async () => {
    const answer = await importCsv('Email;Status\nann@example.com;Confirmed\nbob@example.com;\n', {
      status: 'unsubscribed',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    expect(await page()).toContain('2 leads imported');
    expect(await stored()).toEqual([
      ['ann@example.com', 'import', 'confirmed'],
      ['bob@example.com', 'import', 'unsubscribed'],
    ]);
    const { rows } = await site.db.query(
      "select event, subject, details from audit_log where event = 'leads_imported'",
    );
    expect(rows).toEqual([{ event: 'leads_imported', subject: 'people.csv', details: { offered: 2 } }]);
  });

  it('lists skipped rows and leaves existing leads unchanged', async () => {
    await addLead('Ann@example.com', 'footer', 'unsubscribed');
    const answer = await importCsv('email\nann@example.com\nnobody\nbob@example.com\n');
    expect(answer.status).toBe(200);
    const text = visibleTextOf(await answer.text());
    expect(text).toContain('1 lead imported, 2 rows skipped');
    expect(text).toMatch(/2\s*ann@example\.com\s*Already a lead/);
    expect(text).toMatch(/3\s*nobody\s*Not an email address/);
    expect(await stored()).toEqual([
      ['Ann@example.com', 'footer', 'unsubscribed'],
      ['bob@example.com', 'import', 'pending'],
    ]);
  });

  it.each([
    ['a file without the column', 'name\nann', 'The first line must name the columns'],
    ['a binary file', '\0\u0001\u0002', 'The first line must name the columns'],
  ])('rejects %s with a reason', async (_, csv, reason) => {
    const answer = await importCsv(csv);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(reason);
  });

  it('accepts 50,000 rows', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => `reader${n}@example.com`);
    expect((await importCsv(`email\n${rows.join('\n')}`)).status).toBe(303);
    expect((await site.db.query('select count(*)::int as n from leads')).rows[0].n).toBe(50_000);
    // The second time all leads exist already, and the list of skipped rows stays short.
    const again = await (await importCsv(`email\n${rows.join('\n')}`)).text();
    expect(visibleTextOf(again)).toContain('No leads imported, 50,000 rows skipped');
    expect(visibleTextOf(again)).toContain('Already a lead: 50,000');
    expect(visibleTextOf(again)).toContain('Skipped rows (first 200)');
    expect(again.length).toBeLessThan(300_000);
  });
});

describe('an interrupted import', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `reader${n}@example.com`);
  const csv = `email\n${rows.join('\n')}`;
  const count = async () => (await site.db.query('select count(*)::int as n from leads')).rows[0].n;

  it('reports how many rows were stored, and adds the rest when repeated', async () => {
    // Simulates a statement timeout.
    await site.db.query(`
      create function interrupt_import() returns trigger language plpgsql as $$ begin
        raise exception 'too long' using errcode = '57014';
      end $$;
      create trigger interrupt_import before insert on leads for each row
        when (new.email = 'reader3333@example.com') execute function interrupt_import()`);
    const answer = await importCsv(csv);
    await site.db.query('drop function interrupt_import cascade');
    expect(answer.status).toBe(503);
    expect(visibleTextOf(await answer.text())).toContain(
      'Imported 2,000 leads of this file before the database became unavailable. Import the file again to add the rest.',
    );
    expect(await count()).toBe(2_000);
    const again = visibleTextOf(await (await importCsv(csv)).text());
    expect(again).toContain('3,000 leads imported, 2,000 rows skipped');
    expect(await count()).toBe(5_000);
  });
});

describe('deleting a lead', () => {
  it('asks first, deletes all its data, and logs no address', async () => {
    await addLead('ann@example.com');
    await site.db.query(
      `insert into outbox ("to", subject, text, html) values ('Ann@Example.com', 's', 't', 'h'), ('bob@example.com', 's', 't', 'h')`,
    );
    const { rows } = await site.db.query('select id from leads');
    expect(await page(`?delete=${rows[0].id}`)).toContain('Are you sure you want to delete this lead?');
    const answer = await admin.post(`${PAGE}?delete=${rows[0].id}`, { intent: 'delete', id: rows[0].id });
    expect(answer.status).toBe(303);
    expect(await page()).toContain('Lead deleted successfully');
    expect(await stored()).toEqual([]);
    expect((await site.db.query('select "to" from outbox')).rows).toEqual([{ to: 'bob@example.com' }]);
    const log = JSON.stringify((await site.db.query('select * from audit_log')).rows);
    expect(log).toContain('lead_deleted');
    expect(log).not.toContain('ann@');
    expect((await admin.post(PAGE, { intent: 'delete', id: rows[0].id })).status).toBe(404);
  });
});
