// The audit log as the admin shows it.
import type { ShownChange } from './audit-text';

export interface ShownEntry {
  id: number;
  /** ISO. */
  at: string;
  /** Formatted in the site's time zone. */
  when: string;
  who: string;
  /** The account, for the filter; null for unauthenticated callers and the system. */
  actorId: string | null;
  what: string;
  changes: ShownChange[];
  /** The caller's IP address; null for the system. */
  address: string | null;
}

export interface AuditChoice {
  value: string;
  label: string;
}

export interface AuditPage {
  entries: ShownEntry[];
  /** Cursors of the neighboring pages; null at the ends. */
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

/** Event filter: '' leaves out `NOISY_EVENT`, `ALL_EVENTS` includes it, any other value is one event. */
export const ALL_EVENTS = 'all';
