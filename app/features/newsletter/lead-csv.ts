// Leads as a spreadsheet reads and writes them: RFC 4180, UTF-8 with its mark, columns Email, Source, Status, Date
// (specification, section 9).
import Papa from 'papaparse';
import { zonedStamp } from '~/lib/dates';
import { fromZonedInput } from '~/lib/zoned-time';
import { LEAD_STATUSES, type LeadRow, type LeadStatus } from './lead-view';
import { Subscription } from './subscription';

export const CSV_COLUMNS = ['Email', 'Source', 'Status', 'Date'] as const;
/** Without it spreadsheets take UTF-8 for something older. */
export const BYTE_ORDER_MARK = '\ufeff';
export const MOST_ROWS = 100_000;

const LONGEST_SOURCE = 60;

/**
 * Lines with their ends. Dates are `2026-01-31 14:05:09` in the magazine's zone. A cell that a spreadsheet would take for
 * a formula begins with an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${Papa.unparse([...rows] as string[][], { escapeFormulae: true })}\r\n`;
}

export function toCells({ email, source, status, createdAt }: LeadRow, timeZone: string): string[] {
  return [email, source, status, zonedStamp(createdAt, timeZone)];
}

export interface ImportedLead {
  email: string;
  source: string;
  status: LeadStatus;
  /** ISO; null for now. */
  createdAt: string | null;
}

export interface SkippedRow {
  /** In the file, from 1; the heading is line 1. */
  line: number;
  email: string;
  reason: string;
}

export interface ReadLeads {
  leads: (ImportedLead & { line: number })[];
  skipped: SkippedRow[];
}

/** A sentence about the whole file, when nothing of it can be read. */
export type Unreadable = { problem: string };

/**
 * Rows of a file whose first line names its columns, in any order and case: Email is needed; Source, Status and Date
 * are taken when they are there. Comma, semicolon or tab.
 * @param status for rows that name none
 * @param timeZone of dates that name none, as those of an export
 */
export function readLeadCsv(
  text: string,
  { status, timeZone }: { status: LeadStatus; timeZone: string },
): ReadLeads | Unreadable {
  const plain = text.replace(BYTE_ORDER_MARK, '');
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) });
  const [head = [], ...rows] = data;
  const columns = head.map((name) => name.trim().toLowerCase());
  const at = (name: string) => columns.indexOf(name);
  const email = [at('email'), at('e-mail'), at('email address')].find((column) => column >= 0);
  if (email === undefined)
    return { problem: 'The first line must name the columns, and one of them must be Email.' };
  if (rows.length > MOST_ROWS)
    return { problem: `A file can bring ${MOST_ROWS.toLocaleString('en-US')} rows. Divide it into several.` };
  // A quote that never ends swallows the rest of the file.
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { problem: `The quotes in line ${(broken.row ?? 0) + 1} do not match.` };
  const found: ReadLeads = { leads: [], skipped: [] };
  const seen = new Set<string>();
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const cell = (column: number) => (column < 0 ? '' : unescapeFormula((cells[column] ?? '').trim()));
    const line = index + 2;
    const row = toLead(
      { email: cell(email), source: cell(at('source')), status: cell(at('status')), date: cell(at('date')) },
      status,
      timeZone,
    );
    const isText = typeof row === 'string';
    if (isText || seen.has(row.email.toLowerCase())) {
      const reason = isText ? row : 'Stands in this file twice';
      found.skipped.push({ line, email: cell(email).slice(0, 254), reason });
      continue;
    }
    seen.add(row.email.toLowerCase());
    found.leads.push({ ...row, line });
  }
  return found;
}

/** The one that the heading has; guessing by the rows goes wrong where there are few. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split('\n', 1);
  return [';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
}

/** The apostrophe that an export puts before what looks like a formula. */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

const WITH_OFFSET = /\d:\d\d.*(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\(.*\))?$/i;
const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/** Null for what is no date. */
function toMoment(text: string, timeZone: string): Date | null {
  // A day alone would be taken for one of UTC, all else for the machine's own time.
  const date = new Date(DAY_ALONE.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(date.getTime())) return null;
  if (WITH_OFFSET.test(text)) return date;
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  const day = `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
  const minute = fromZonedInput(`${day}T${digits(date.getHours())}:${digits(date.getMinutes())}`, timeZone);
  return minute && new Date(minute.getTime() + date.getSeconds() * 1000);
}

/** A file's words: UTF-8, or UTF-16 with its mark, which spreadsheets call Unicode text. */
export function readText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isUtf16 = first === 0xff && second === 0xfe;
  // A byte that is no UTF-8 becomes a mark that no address may have, and its row is skipped with a reason.
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes).replaceAll('\0', '');
}

/** A reason why not, in place of a lead. */
function toLead(
  cells: { email: string; source: string; status: string; date: string },
  fallback: LeadStatus,
  timeZone: string,
): ImportedLead | string {
  if (cells.email === '') return 'Has no email address';
  const parsed = Subscription.safeParse({ email: cells.email });
  if (!parsed.success) return 'Is not an email address';
  const status =
    cells.status === '' ? fallback : LEAD_STATUSES.find((known) => known === cells.status.toLowerCase());
  if (!status) return `Has an unknown status: ${cells.status.slice(0, 40)}`;
  const date = cells.date === '' ? null : toMoment(cells.date, timeZone);
  if (cells.date !== '' && (!date || date.getUTCFullYear() < 1970 || date.getUTCFullYear() > 9998))
    return `Has a date that cannot be read: ${cells.date.slice(0, 40)}`;
  const source =
    cells.source
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, LONGEST_SOURCE)
      .trim() || 'import';
  return { email: parsed.data.email, source, status, createdAt: date?.toISOString() ?? null };
}
