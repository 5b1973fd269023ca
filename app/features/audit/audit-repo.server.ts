// The SQL of the audit log.
import { auditLog } from 'db/schema/audit';
import type { SQL } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { AuditEntry } from './audit-entry';

/** Details may be an expression (jsonb), for what only the database knows. */
export type WrittenEntry = Omit<AuditEntry, 'details'> & { details?: Record<string, unknown> | SQL };

export function insertAudit(build: Database['build'], entry: WrittenEntry & { address: string }) {
  const { event, actorId = null, subject = null, address, details = {} } = entry;
  return build.insert(auditLog).values({ event, actorId, subject, address, details });
}
