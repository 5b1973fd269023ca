// Leads as an administrator sees and handles them.
import { auditLine } from '~/features/audit/audit.server';
import { countOf } from '~/lib/count-of';
import { InvalidError, NotFoundError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import {
  BYTE_ORDER_MARK,
  CSV_COLUMNS,
  type ImportedLead,
  readLeadCsv,
  readText,
  type SkippedRow,
  toCells,
  toCsv,
} from './lead-csv';
import { LEADS_PER_PAGE, type LeadCounts, type LeadRow, type LeadStatus } from './lead-view';
import { deleteLeadRow, deleteLettersTo } from './leads-repo.server';
import {
  countLeads,
  insertLeads,
  keepQuiet,
  leadExists,
  selectLead,
  selectLeadCounts,
  selectLeads,
  selectLeadsBehind,
} from './manage-leads-repo.server';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request'>;

/** Rows that travel at once: bounded memory, and few round trips for 100,000. */
const EXPORTED_AT_ONCE = 2_000;
const IMPORTED_AT_ONCE = 2_000;

export const MOST_BYTES = 16 * 1024 * 1024;

export interface LeadList {
  rows: LeadRow[];
  /** Of those that the search finds. */
  found: number;
  counts: LeadCounts;
}

/** One round trip. */
export async function listLeads(ctx: Reading, query: string, page: number): Promise<LeadList> {
  const { db } = ctx;
  const [rows, [found], counts] = await Promise.all([
    db.read(selectLeads(db.build, query, LEADS_PER_PAGE, (page - 1) * LEADS_PER_PAGE)),
    db.read(countLeads(db.build, query)),
    db.read(selectLeadCounts(db.build)),
  ]);
  return { rows, found: found?.total ?? 0, counts: counts.rows[0] ?? { total: 0, newsletter: 0, footer: 0 } };
}

export async function findLead(ctx: Reading, id: string): Promise<LeadRow | null> {
  const [lead] = await ctx.db.read(selectLead(ctx.db.build, id));
  return lead ?? null;
}

/**
 * All leads as CSV, newest first, read as fast as they are taken. A lead that comes meanwhile is not among them; one that
 * is deleted meanwhile drops no other. What fails in the middle breaks the download off, so that nobody takes it for whole.
 */
export function exportLeads(ctx: Reading, timeZone: string): ReadableStream<Uint8Array> {
  const { db } = ctx;
  const encoder = new TextEncoder();
  let last: LeadRow | null = null;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + toCsv([CSV_COLUMNS])));
    },
    async pull(controller) {
      const rows: LeadRow[] = await db.read(selectLeadsBehind(db.build, last, EXPORTED_AT_ONCE));
      if (rows.length > 0)
        controller.enqueue(encoder.encode(toCsv(rows.map((row) => toCells(row, timeZone)))));
      last = rows.at(-1) ?? null;
      if (rows.length < EXPORTED_AT_ONCE) controller.close();
    },
  });
}

export interface ImportReport {
  imported: number;
  skipped: number;
  /** Of all that were skipped. */
  reasons: { reason: string; rows: number }[];
  /** The first of them: more than anybody reads. */
  rows: SkippedRow[];
}

const MOST_SHOWN = 200;

function report(imported: number, skipped: SkippedRow[]): ImportReport {
  const reasons = new Map<string, number>();
  for (const { reason } of skipped) {
    // What follows a colon is one row's own.
    const [kind = reason] = reason.split(':');
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  return {
    imported,
    skipped: skipped.length,
    reasons: [...reasons].map(([reason, rows]) => ({ reason, rows })),
    rows: skipped.sort((a, b) => a.line - b.line).slice(0, MOST_SHOWN),
  };
}

/**
 * All rows of a file that can be taken, some thousand in a transaction: a whole file takes longer than a statement may.
 * Whoever is there already stays as they are, so a file that was broken off is simply given once more.
 * @throws InvalidError when the file as a whole cannot be read; UnavailableError, which says how many came in before
 */
export async function importLeads(
  ctx: Writing,
  actor: { userId: string },
  given: { bytes: ArrayBuffer; fileName: string; status: LeadStatus; timeZone: string },
): Promise<ImportReport> {
  const read = readLeadCsv(readText(given.bytes), given);
  if ('problem' in read) throw new InvalidError(read.problem, [{ field: 'file', message: read.problem }]);
  const { leads, skipped } = read;
  const taken = new Set<string>();
  if (leads.length === 0) return report(0, skipped);
  const { db } = ctx;
  const event = {
    event: 'leads_imported',
    actorId: actor.userId,
    subject: given.fileName,
    details: { offered: leads.length },
  };
  try {
    for (let from = 0; from < leads.length; from += IMPORTED_AT_ONCE) {
      const batch: ImportedLead[] = leads
        .slice(from, from + IMPORTED_AT_ONCE)
        .map(({ line: _, ...lead }) => lead);
      const [, { rows }] = await db.write(
        keepQuiet(db.build),
        insertLeads(db.build, batch),
        // With the first of them: whatever becomes of the rest, the log knows where they came from.
        ...(from === 0 ? [auditLine(ctx, event)] : []),
      );
      for (const { email } of rows) taken.add(email);
    }
  } catch (error) {
    if (taken.size === 0 || !(error instanceof UnavailableError)) throw error;
    const came = `${countOf(taken.size, 'lead')} of this file came in before the database was lost.`;
    throw new UnavailableError(`${came} Import the file again for the others.`, { cause: error });
  }
  for (const { email, line } of leads) {
    if (!taken.has(email)) skipped.push({ line, email, reason: 'Is a lead already' });
  }
  return report(taken.size, skipped);
}

/**
 * With everything about it: letters that were kept too. The audit log keeps no address.
 * @throws NotFoundError
 */
export async function deleteLead(ctx: Writing, actor: { userId: string }, id: string): Promise<void> {
  const { db } = ctx;
  const event = { event: 'lead_deleted', actorId: actor.userId, subject: null, details: { id } };
  const [, , gone] = await db.write(
    auditLine(ctx, event, leadExists(id)),
    deleteLettersTo(db.build, id),
    deleteLeadRow(db.build, id),
  );
  if (gone.length === 0) throw new NotFoundError('There is no such lead any more.');
}
