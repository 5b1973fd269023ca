import { describe, expect, it } from 'vitest';
import { readLeadCsv, readText, toCells } from '~/features/newsletter/subscribers/lead-csv';
import { toCsv } from '~/lib/csv';

const GIVEN = { status: 'pending', timeZone: 'America/New_York' } as const;
const read = (text: string) => {
  const found = readLeadCsv(text, GIVEN);
  if ('problem' in found) throw new Error(found.problem);
  return found;
};
const problemOf = (text: string) => {
  const found = readLeadCsv(text, GIVEN);
  return 'problem' in found ? found.problem : null;
};

describe('leads as CSV', () => {
  it("writes times in the site's time zone and quotes where needed", () => {
    const lead = {
      id: '1',
      email: 'a"b@example.com',
      source: 'one, two',
      status: 'confirmed' as const,
      createdAt: new Date('2026-01-31T04:05:09Z'),
      articleId: '2',
      articleTitle: '=Fees, flat',
      articleSlug: null,
      wonKind: 'newsletter',
      wonFrom: '2026-11-24/3',
    };
    expect(toCsv([toCells(lead, 'America/New_York')])).toBe(
      '"a""b@example.com","one, two",confirmed,2026-01-30 23:05:09\r\n',
    );
  });

  it.each([
    '=1+1@example.com',
    '+49@example.com',
    '-a@example.com',
    '@a',
    '\tx',
    '=1+1\nx',
    '=1+1\u2028x',
  ])('writes %j so that it is no formula, and reads it back', (email) => {
    const csv = toCsv([['Email'], [email]]);
    expect(csv.split('\r\n')[1]?.replace(/^"/, '')).toMatch(/^'/);
  });

  it('reads an exported file', () => {
    const { leads, skipped } = read(
      `\ufeffEmail,Source,Status,Date\r\n'+49@example.com,footer,bounced,2026-01-30 23:05:09\r\n`,
    );
    expect(skipped).toEqual([]);
    expect(leads).toMatchObject([
      {
        email: '+49@example.com',
        source: 'footer',
        status: 'bounced',
        createdAt: '2026-01-31T04:05:09.000Z',
      },
    ]);
  });

  it.each([
    ['2026-07-01 09:00:00', '2026-07-01T13:00:00.000Z'],
    ['2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['2026-07-01', '2026-07-01T04:00:00.000Z'],
    ['7/1/2026 9:00', '2026-07-01T13:00:00.000Z'],
    ['7-1-2026', '2026-07-01T04:00:00.000Z'],
    ['2026-07-01T09:00:00Z', '2026-07-01T09:00:00.000Z'],
    ['2026-07-01 09:00:00+02:00', '2026-07-01T07:00:00.000Z'],
    ['Wed, 01 Jul 2026 09:00:00 GMT', '2026-07-01T09:00:00.000Z'],
  ])("reads %s in the site's time zone unless it names another", (date, moment) => {
    const { leads } = read(`email,date\nann@example.com,"${date}"\n`);
    expect(leads.map(({ createdAt }) => createdAt)).toEqual([moment]);
  });

  it('reads the UTF-16 of spreadsheets and skips rows in other encodings', () => {
    const utf16 = Buffer.from('\ufeffEmail\tSource\nann@example.com\tcafé\n', 'utf16le');
    const text = readText(new Uint8Array(utf16).buffer);
    expect(read(text).leads).toMatchObject([{ email: 'ann@example.com', source: 'café' }]);
    const latin1 = Buffer.from('email\njosé@example.com\nann@example.com\n', 'latin1');
    const { leads, skipped } = read(readText(new Uint8Array(latin1).buffer));
    expect(leads.map(({ email }) => email)).toEqual(['ann@example.com']);
    expect(skipped).toMatchObject([{ line: 2, reason: 'Not an email address' }]);
  });

  it.each([',', ';', '\t'])('reads columns in any order, separated by %j', (mark) => {
    const { leads } = read(`Status${mark}EMAIL\nConfirmed${mark}ann@example.com\n${mark}bob@example.com\n\n`);
    expect(leads.map(({ email, status, line, source }) => [line, email, status, source])).toEqual([
      [2, 'ann@example.com', 'confirmed', 'import'],
      [3, 'bob@example.com', 'pending', 'import'],
    ]);
  });

  it('cuts a long source between characters', () => {
    const { leads } = read(`email,source\nann@example.com,${'x'.repeat(59)}😀\n`);
    expect(leads).toMatchObject([{ source: 'x'.repeat(59) }]);
  });

  it('stops at the first row that makes the file too large', () => {
    const rows = `${','.repeat(9_999)}\n`.repeat(1_600);
    expect(problemOf(`email\n${rows}`)).toBe('Line 2 has more than 100 columns.');
    expect(problemOf(`email\n${'\n'.repeat(100_001)}`)).toMatch(/^A file can have up to 100,000 rows/);
  });

  it('gives a reason for each row it skips', () => {
    const { leads, skipped } = read(
      'email,status,date\nann@example.com,,\nANN@example.com,,\nnobody,,\n,confirmed,\nbob@example.com,vip,\ncem@example.com,,yesterday-ish\n',
    );
    expect(leads).toHaveLength(1);
    expect(skipped).toEqual([
      { line: 3, email: 'ANN@example.com', reason: 'Appears twice in this file' },
      { line: 4, email: 'nobody', reason: 'Not an email address' },
      { line: 5, email: '', reason: 'No email address' },
      { line: 6, email: 'bob@example.com', reason: 'Unknown status: vip' },
      { line: 7, email: 'cem@example.com', reason: 'Invalid date: yesterday-ish' },
    ]);
  });

  it('counts the line breaks inside quoted cells', () => {
    const { leads, skipped } = read(
      'email,"so\r\nurce"\nann@example.com,"a\n\nb"\nnobody,\nbob@example.com,\n',
    );
    expect(leads.map(({ line }) => line)).toEqual([3, 7]);
    expect(skipped).toMatchObject([{ line: 6, email: 'nobody' }]);
  });

  it.each([
    ['', 'The first line must name the columns, and one of them must be Email.'],
    ['name\nann@example.com', 'The first line must name the columns, and one of them must be Email.'],
    ['email\n"ann@example.com\nbob@example.com', 'The quotes in line 2 do not match.'],
    [`email${',a'.repeat(100)}\nann@example.com`, 'Line 1 has more than 100 columns.'],
    [`email\nann@example.com${','.repeat(100)}`, 'Line 2 has more than 100 columns.'],
    [','.repeat(10_001), 'Line 1 is longer than 10,000 characters.'],
    [`email\r\nann@example.com\r${'x'.repeat(10_001)}`, 'Line 3 is longer than 10,000 characters.'],
  ])('rejects unreadable file %# entirely', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
