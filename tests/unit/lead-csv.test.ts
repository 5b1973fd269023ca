import { describe, expect, it } from 'vitest';
import { readLeadCsv, toCells, toCsv } from '~/features/newsletter/lead-csv';

const read = (text: string) => {
  const found = readLeadCsv(text, 'pending');
  if ('problem' in found) throw new Error(found.problem);
  return found;
};
const problemOf = (text: string) => {
  const found = readLeadCsv(text, 'pending');
  return 'problem' in found ? found.problem : null;
};

describe('leads as CSV', () => {
  it('says when in the zone of the magazine, and quotes what needs it', () => {
    const lead = {
      id: '1',
      email: 'a"b@example.com',
      source: 'one, two',
      status: 'confirmed' as const,
      createdAt: new Date('2026-01-31T04:05:09Z'),
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
  ])('makes no formula of %j, and reads its own file back', (email) => {
    const csv = toCsv([['Email'], [email]]);
    expect(csv.split('\r\n')[1]?.replace(/^"/, '')).toMatch(/^'/);
  });

  it('takes back what an export wrote', () => {
    const { leads, skipped } = read(
      `\ufeffEmail,Source,Status,Date\r\n'+49@example.com,footer,bounced,2026-01-30 23:05:09\r\n`,
    );
    expect(skipped).toEqual([]);
    expect(leads).toMatchObject([{ email: '+49@example.com', source: 'footer', status: 'bounced' }]);
  });

  it.each([',', ';', '\t'])('reads columns in any order, parted by %j', (mark) => {
    const { leads } = read(`Status${mark}EMAIL\nConfirmed${mark}ann@example.com\n${mark}bob@example.com\n\n`);
    expect(leads.map(({ email, status, line, source }) => [line, email, status, source])).toEqual([
      [2, 'ann@example.com', 'confirmed', 'import'],
      [3, 'bob@example.com', 'pending', 'import'],
    ]);
  });

  it('says of each row it leaves out why', () => {
    const { leads, skipped } = read(
      'email,status,date\nann@example.com,,\nANN@example.com,,\nnobody,,\n,confirmed,\nbob@example.com,vip,\ncem@example.com,,yesterday-ish\n',
    );
    expect(leads).toHaveLength(1);
    expect(skipped).toEqual([
      { line: 3, email: 'ANN@example.com', reason: 'Stands in this file twice' },
      { line: 4, email: 'nobody', reason: 'Is not an email address' },
      { line: 5, email: '', reason: 'Has no email address' },
      { line: 6, email: 'bob@example.com', reason: 'Has an unknown status: vip' },
      { line: 7, email: 'cem@example.com', reason: 'Has a date that cannot be read: yesterday-ish' },
    ]);
  });

  it.each([
    ['', 'The first line must name the columns, and one of them must be Email.'],
    ['name\nann@example.com', 'The first line must name the columns, and one of them must be Email.'],
    ['email\n"ann@example.com\nbob@example.com', 'The quotes in line 2 do not match.'],
  ])('refuses %j as a whole', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
