// An audit log entry: who did what to what.
import { cutText } from '~/lib/text';

export interface AuditEntry {
  /** Past tense, `noun_verb`: `tag_created`, `article_deleted`, `settings_updated`. */
  event: string;
  /** The account; null for unauthenticated callers and for the system. */
  actorId?: string | null;
  /** What the event is about, as people name it: an address, a title. */
  subject?: string | null;
  /** Ids, and the `changes` from `listChanges`. */
  details?: Record<string, unknown>;
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/**
 * The changed fields with both values. Long texts are cut to the part around the first difference; the
 * revisions hold the full text.
 */
export function listChanges(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(after)) {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const start = typeof from === 'string' && typeof to === 'string' ? firstDifference(from, to) : 0;
    changes[field] = { from: cut(from, start), to: cut(to, start) };
  }
  return changes;
}

const LONGEST = 200;
/** Characters shown before the first difference. */
const LEAD = 40;

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

function cut(value: unknown, start: number): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST) return value;
  const first = Math.max(0, Math.min(start - LEAD, value.length - LONGEST));
  const piece = cutText(value, first, first + LONGEST);
  return `${first > 0 ? '…' : ''}${piece}${first + LONGEST < value.length ? '…' : ''}`;
}
