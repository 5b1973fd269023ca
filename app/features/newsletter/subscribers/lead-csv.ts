// CSV import and export of leads: RFC 4180, UTF-8 with byte order mark, columns Email, Source, Status, Date
// (specification, section 9).
import Papa from 'papaparse';
import { BYTE_ORDER_MARK } from '~/lib/csv';
import { cutText } from '~/lib/text';
import { formatZonedTime } from '~/lib/time/dates';
import { fromZonedInput } from '~/lib/time/zoned-time';
import { LEAD_STATUSES, type LeadRow, type LeadStatus } from './lead-view';
import { Subscription } from './subscription';

export const CSV_COLUMNS = ['Email', 'Source', 'Status', 'Date'] as const;
export const MAX_ROWS = 100_000;
const MAX_COLUMNS = 100;
const MAX_LINE_LENGTH = 10_000;
const NO_EMAIL_COLUMN = 'The first line must name the columns, and one of them must be Email.';

const MAX_SOURCE_LENGTH = 60;

/** The date is `2026-01-31 14:05:09` in the site's time zone. */
export function toCells(lead: LeadRow, timeZone: string): string[] {
  const { email, source, status, createdAt } = lead;
  return [email, source, status, formatZonedTime(createdAt, timeZone)];
}

export interface ImportedLead {
  email: string;
  source: string;
  status: LeadStatus;
  /** ISO 8601; null means the time of the import. */
  createdAt: string | null;
}

export interface SkippedRow {
  /** Line in the file, from 1; the header is line 1. */
  line: number;
  email: string;
  reason: string;
}

export interface ReadLeads {
  leads: (ImportedLead & { line: number })[];
  skipped: SkippedRow[];
}

/** The error for a file that cannot be read at all. */
export type Unreadable = { problem: string };

/**
 * Reads a CSV whose first line names the columns, in any order and case. Email is required; Source, Status
 * and Date are optional. The delimiter is comma, semicolon or tab.
 * @param status for rows without one
 * @param timeZone for dates without an offset, such as those of an export
 */
export function readLeadCsv(
  text: string,
  { status, timeZone }: { status: LeadStatus; timeZone: string },
): ReadLeads | Unreadable {
  const plain = text.replace(BYTE_ORDER_MARK, '').replace(/\r\n?/g, '\n');
  const long = findLongLine(plain);
  if (long !== null)
    return { problem: `Line ${long} is longer than ${MAX_LINE_LENGTH.toLocaleString('en-US')} characters.` };
  const found: ReadLeads = { leads: [], skipped: [] };
  const seen = new Set<string>();
  let columns: Columns | null = null;
  let row = 0;
  let nextLine = 1;
  let problem: string | null = NO_EMAIL_COLUMN;
  Papa.parse<string[]>(plain, {
    delimiter: delimiterOf(plain),
    newline: '\n',
    // Row by row: the cells of a whole file may not fit into memory.
    step({ data: cells, errors }, parser) {
      row += 1;
      const line = nextLine;
      // A quoted cell may contain line breaks.
      nextLine += cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1);
      columns ??= toColumns(cells);
      problem = refuseRow(cells, { row, line }, columns);
      // An unclosed quote would swallow the rest of the file.
      if (errors.some(({ type }) => type === 'Quotes'))
        problem ??= `The quotes in line ${line} do not match.`;
      if (problem) parser.abort();
      else if (columns && row > 1) addRow(cells, line, columns);
    },
  });
  return problem ? { problem } : found;

  function addRow(cells: string[], line: number, { email, source, status: state, date }: Columns): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    const cell = (column: number) => (column < 0 ? '' : unescapeFormula((cells[column] ?? '').trim()));
    const lead = toLead(
      { email: cell(email), source: cell(source), status: cell(state), date: cell(date) },
      status,
      timeZone,
    );
    const isSkipped = typeof lead === 'string';
    if (isSkipped || seen.has(lead.email.toLowerCase())) {
      const reason = isSkipped ? lead : 'Appears twice in this file';
      found.skipped.push({ line, email: cutText(cell(email), 0, 254), reason });
      return;
    }
    seen.add(lead.email.toLowerCase());
    found.leads.push({ ...lead, line });
  }
}

/** Positions of the columns; -1 for one that the file does not have. */
type Columns = Record<'email' | 'source' | 'status' | 'date', number>;

/** Null for a header without an email column. */
function toColumns(header: string[]): Columns | null {
  const names = header.map((name) => name.trim().toLowerCase());
  const at = (name: string) => names.indexOf(name);
  const email = [at('email'), at('e-mail'), at('email address')].find((column) => column >= 0);
  if (email === undefined) return null;
  return { email, source: at('source'), status: at('status'), date: at('date') };
}

/** Why the file is refused at this row; null if it is not. */
function refuseRow(
  cells: string[],
  { row, line }: { row: number; line: number },
  columns: Columns | null,
): string | null {
  if (cells.length > MAX_COLUMNS) return `Line ${line} has more than ${MAX_COLUMNS} columns.`;
  if (!columns) return NO_EMAIL_COLUMN;
  if (row <= MAX_ROWS + 1) return null;
  return `A file can have up to ${MAX_ROWS.toLocaleString('en-US')} rows. Split it into several files.`;
}

/** The number of the first line that is too long; null if there is none. */
function findLongLine(text: string): number | null {
  for (let start = 0, line = 1; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > MAX_LINE_LENGTH) return line;
    start = end + 1;
  }
  return null;
}

/** The delimiter in the header; guessing from rows fails for short files. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split('\n', 1);
  return [';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
}

/** Removes the apostrophe that an export adds before formula-like text. */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

const WITH_OFFSET = /\d:\d\d.*(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\(.*\))?$/i;
const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/** Null for an invalid date. */
function toMoment(text: string, timeZone: string): Date | null {
  // JavaScript parses a date without a time as UTC and everything else as local time; force local.
  const date = new Date(DAY_ALONE.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(date.getTime())) return null;
  if (WITH_OFFSET.test(text)) return date;
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  const day = `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
  const minute = fromZonedInput(`${day}T${digits(date.getHours())}:${digits(date.getMinutes())}`, timeZone);
  return minute && new Date(minute.getTime() + date.getSeconds() * 1000);
}

/** Decodes a file: UTF-8, or UTF-16 with byte order mark, which spreadsheets call Unicode text. */
export function readText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isUtf16 = first === 0xff && second === 0xfe;
  // Invalid UTF-8 becomes U+FFFD, which no email address may contain, so the row is skipped with a reason.
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes).replaceAll('\0', '');
}

/** Returns the lead, or the reason why the row is skipped. */
function toLead(
  cells: { email: string; source: string; status: string; date: string },
  fallback: LeadStatus,
  timeZone: string,
): ImportedLead | string {
  if (cells.email === '') return 'No email address';
  const parsed = Subscription.safeParse({ email: cells.email });
  if (!parsed.success) return 'Not an email address';
  const status =
    cells.status === '' ? fallback : LEAD_STATUSES.find((known) => known === cells.status.toLowerCase());
  if (!status) return `Unknown status: ${cutText(cells.status, 0, 40)}`;
  const date = cells.date === '' ? null : toMoment(cells.date, timeZone);
  if (cells.date !== '' && (!date || date.getUTCFullYear() < 1970 || date.getUTCFullYear() > 9998))
    return `Invalid date: ${cutText(cells.date, 0, 40)}`;
  const source = cutText(cells.source.replace(/\p{Cc}+/gu, ' '), 0, MAX_SOURCE_LENGTH).trim() || 'import';
  return { email: parsed.data.email, source, status, createdAt: date?.toISOString() ?? null };
}
