// The audit log as the newsroom shows it.
import type { ShownChange } from './audit-words';

export interface ShownEntry {
  id: number;
  /** ISO. */
  at: string;
  /** In the magazine's time zone. */
  when: string;
  who: string;
  /** The account, to filter by; null for nobody. */
  actorId: string | null;
  what: string;
  changes: ShownChange[];
  /** The caller's; null for the machine. */
  address: string | null;
}

export interface AuditChoice {
  value: string;
  label: string;
}

export interface AuditPage {
  entries: ShownEntry[];
  /** Cursors of the neighbouring pages; null where there is none. */
  newer: string | null;
  older: string | null;
  events: AuditChoice[];
  people: AuditChoice[];
}

export const PERIODS = [
  { value: '', label: 'Any time', days: null },
  { value: 'day', label: 'Last 24 hours', days: 1 },
  { value: 'week', label: 'Last 7 days', days: 7 },
  { value: 'month', label: 'Last 30 days', days: 30 },
  { value: 'quarter', label: 'Last 90 days', days: 90 },
] as const;

/** Chosen events: all but the noisy one, all, or one by name. */
export const ALL_EVENTS = 'all';
