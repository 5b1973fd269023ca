// Lists, exports, imports and deletes leads for the roles admin and audience.

import { type Actor, auditLine } from '~/features/audit/audit.server';
import { SOURCE_KINDS } from '~/features/readership/tracking/visit-source';
import { deleteLeadEvents, disableChangeEvents } from '~/features/webhooks/outbound/deliveries.server';
import { toCsv, toCsvFile } from '~/lib/csv';
import { InvalidError, NotFoundError, UnavailableError } from '~/lib/errors';
import { countOf } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { CSV_COLUMNS, type ImportedLead, readLeadCsv, readText, type SkippedRow, toCells } from './lead-csv';
import {
  LEADS_PER_PAGE,
  type LeadCounts,
  type LeadOriginSource,
  type LeadRow,
  type LeadStatus,
} from './lead-view';
import { deleteEmailsTo, deleteLeadRow } from './leads-repo.server';
import {
  countLeads,
  insertLeads,
  type ListFilter,
  leadExists,
  selectLead,
  selectLeadCounts,
  selectLeadSources,
  selectLeads,
  selectLeadsAfter,
} from './manage-leads-repo.server';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request'>;

/** Rows per query: bounds memory while keeping round trips low for 100,000 rows. */
const EXPORT_BATCH = 2_000;
const IMPORT_BATCH = 2_000;

export const MAX_CSV_BYTES = 16 * 1024 * 1024;

export interface LeadList {
  rows: LeadRow[];
  /** Number of leads that match the filter. */
  found: number;
  counts: LeadCounts;
  /** The sources to filter by: those that leads are attributed to. */
  sources: LeadOriginSource[];
}

const MAX_SOURCES = 500;

/** One round trip. */
export async function listLeads(ctx: Reading, filter: ListFilter, page: number): Promise<LeadList> {
  const { db } = ctx;
  const [rows, [found], counts, sources] = await Promise.all([
    db.read(selectLeads(db.build, filter, LEADS_PER_PAGE, (page - 1) * LEADS_PER_PAGE)),
    db.read(countLeads(db.build, filter)),
    db.read(selectLeadCounts(db.build)),
    db.read(selectLeadSources(db.build, MAX_SOURCES)),
  ]);
  return {
    rows,
    found: found?.total ?? 0,
    counts: counts.rows[0] ?? { total: 0, newsletter: 0, footer: 0 },
    sources: sources.rows.flatMap(({ kind, name }) => {
      const known = SOURCE_KINDS.find((each) => each === kind);
      return known ? [{ kind: known, name }] : [];
    }),
  };
}

export async function findLead(ctx: Reading, id: string): Promise<Pick<LeadRow, 'email'> | null> {
  const [lead] = await ctx.db.read(selectLead(ctx.db.build, id));
  return lead ?? null;
}

/**
 * Records the export in the audit log, then streams the leads of a filter as CSV, newest first. Leads added during the export are not included; deletions do not
 * affect other rows. An error aborts the download, so that a partial file is not mistaken for a complete one.
 */
export async function exportLeads(
  ctx: Writing,
  actor: Actor,
  filter: ListFilter,
  timeZone: string,
): Promise<ReadableStream<Uint8Array>> {
  const { db } = ctx;
  await db.write(auditLine(ctx, { event: 'leads_exported', actorId: actor.userId }));
  const encoder = new TextEncoder();
  let last: LeadRow | null = null;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(toCsvFile([CSV_COLUMNS])));
    },
    async pull(controller) {
      const rows: LeadRow[] = await db.read(selectLeadsAfter(db.build, filter, last, EXPORT_BATCH));
      if (rows.length > 0)
        controller.enqueue(encoder.encode(toCsv(rows.map((row) => toCells(row, timeZone)))));
      last = rows.at(-1) ?? null;
      if (rows.length < EXPORT_BATCH) controller.close();
    },
  });
}

export interface LeadImportReport {
  imported: number;
  skipped: number;
  /** All skipped rows by reason. */
  reasons: { reason: string; rows: number }[];
  /** The first 200 skipped rows. */
  rows: SkippedRow[];
}

const MAX_SHOWN = 200;

function report(imported: number, skipped: SkippedRow[]): LeadImportReport {
  const reasons = new Map<string, number>();
  for (const { reason } of skipped) {
    // Text after a colon is specific to the row.
    const [kind = reason] = reason.split(':');
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  return {
    imported,
    skipped: skipped.length,
    reasons: [...reasons].map(([reason, rows]) => ({ reason, rows })),
    rows: skipped.sort((a, b) => a.line - b.line).slice(0, MAX_SHOWN),
  };
}

/**
 * Imports all valid rows, 2,000 per transaction to stay within the statement timeout. Existing leads are left
 * unchanged, so an interrupted import can be repeated with the same file.
 * @throws InvalidError when the file cannot be read; UnavailableError that states how many leads were
 * imported
 */
export async function importLeads(
  ctx: Writing,
  actor: { userId: string },
  given: { bytes: ArrayBuffer; fileName: string; status: LeadStatus; timeZone: string },
): Promise<LeadImportReport> {
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
    for (let from = 0; from < leads.length; from += IMPORT_BATCH) {
      const batch: ImportedLead[] = leads
        .slice(from, from + IMPORT_BATCH)
        .map(({ line: _, ...lead }) => lead);
      const {
        inserted: { rows },
      } = await db.writeBatch({
        // Imported leads are not new subscribers.
        events: disableChangeEvents(ctx),
        inserted: insertLeads(db.build, batch),
        // In the first transaction, so that the audit log has the import even if a later one fails.
        audit: from === 0 ? [auditLine(ctx, event)] : [],
      });
      for (const { email } of rows) taken.add(email);
    }
  } catch (error) {
    if (taken.size === 0 || !(error instanceof UnavailableError)) throw error;
    const came = `Imported ${countOf(taken.size, 'lead')} of this file before the database became unavailable.`;
    throw new UnavailableError(`${came} Import the file again to add the rest.`, { cause: error });
  }
  for (const { email, line } of leads) {
    if (!taken.has(email)) skipped.push({ line, email, reason: 'Already a lead' });
  }
  return report(taken.size, skipped);
}

/**
 * Deletes a lead, its emails in the outbox and its webhook events. The audit log does not store the address.
 * @throws NotFoundError
 */
export async function deleteLead(ctx: Writing, actor: { userId: string }, id: string): Promise<void> {
  const { db } = ctx;
  const event = { event: 'lead_deleted', actorId: actor.userId, subject: null, details: { id } };
  const { gone } = await db.writeBatch({
    audit: auditLine(ctx, event, leadExists(id)),
    emails: deleteEmailsTo(db.build, id),
    events: deleteLeadEvents(ctx, id),
    gone: deleteLeadRow(db.build, id),
  });
  if (gone.length === 0) throw new NotFoundError('This lead no longer exists.');
}
