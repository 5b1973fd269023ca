// Lists the audit log page by page.
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatMoment } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import type { AuditFilter } from './audit-filter';
import { describeEvent, type Lexicon, labelEvent, listShownChanges } from './audit-text';
import type { AuditPage, ShownEntry } from './audit-view';
import {
  type AuditRow,
  selectAuditPeople,
  selectEntries,
  selectEvents,
  selectNames,
} from './list-audit-repo.server';

const PAGE_SIZE = 50;

/** The entries for a filter, newest first, and the filter's options. One round trip. */
export async function getAuditPage(ctx: Pick<AppContext, 'db'>, filter: AuditFilter): Promise<AuditPage> {
  const { db } = ctx;
  const [{ timeZone }, found, events, people, names] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectEntries(db.build, filter, PAGE_SIZE + 1)),
    db.read(selectEvents(db.build)),
    db.read(selectAuditPeople(db.build, filter.person)),
    db.read(selectNames(db.build)),
  ]);
  const nameById = new Map([...names.rows, ...people.rows].map(({ id, name }) => [id, name]));
  const lexicon: Lexicon = {
    nameOf: (id) => nameById.get(id),
    moment: (date) => formatMoment(date, timeZone),
  };
  // One extra row shows whether there is another page on that side.
  const hasMore = found.rows.length > PAGE_SIZE;
  const rows = found.rows.slice(0, PAGE_SIZE);
  if (filter.after) rows.reverse();
  return {
    entries: rows.map((row) => toEntry(row, lexicon)),
    newer: (filter.after ? hasMore : filter.before) ? cursorOf(rows[0]) : null,
    older: (filter.after ? true : hasMore) ? cursorOf(rows.at(-1)) : null,
    events: events.rows
      .map(({ event }) => ({ value: event, label: labelEvent(event) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    people: people.rows.map(({ id, name }) => ({ value: id, label: name })),
  };
}

const cursorOf = (row: AuditRow | undefined) => (row ? `${row.micros}-${row.id}` : null);

function toUnauthenticated({ cause, who }: Record<string, unknown>, address: string | null): string {
  // Set when the account is deleted or the entry's address is removed.
  if (typeof who === 'string') return who;
  if (cause === 'webhook') return 'An automation';
  return address ? 'Someone' : 'The magazine';
}

function toEntry(row: AuditRow, lexicon: Lexicon): ShownEntry {
  const { id, event, subject, details, actorId, address } = row;
  const at = new Date(Number(row.micros) / 1000);
  return {
    id,
    at: at.toISOString(),
    when: lexicon.moment(at),
    who: row.actorName ?? toUnauthenticated(details, address),
    actorId,
    what: describeEvent(event, subject, details),
    changes: listShownChanges(event, details, lexicon),
    address,
  };
}
