// The SQL of the audit log, as far as accounts write it.
import { auditLog } from 'db/schema/audit';
import type { Database } from '~/platform/context';

interface AuditEntry {
  event: string;
  actorId?: string | null;
  subject?: string | null;
  address: string;
  details?: Record<string, unknown>;
}

export function insertAudit(build: Database['build'], entry: AuditEntry) {
  const { event, actorId = null, subject = null, address, details = {} } = entry;
  return build.insert(auditLog).values({ event, actorId, subject, address, details });
}
