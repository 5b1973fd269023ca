// One line of the audit log: who did what to what.

export interface AuditEntry {
  /** Past tense, `noun_verb`: `tag_created`, `article_deleted`, `settings_updated`. */
  event: string;
  /** The account; null for nobody or the machine. */
  actorId?: string | null;
  /** What it was about, as a person would name it: an address, a title. */
  subject?: string | null;
  /** Ids, and for changes `changes` from `listChanges`. */
  details?: Record<string, unknown>;
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/**
 * The fields that differ, with both values; long texts are cut, for they stand in the revisions.
 * @public
 */
export function listChanges(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(after)) {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[field] = { from: cut(from), to: cut(to) };
  }
  return changes;
}

const LONGEST = 200;

function cut(value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}
