// The SQL of the audit log.
import { auditLog } from 'db/schema/audit';
import type { Database } from '~/platform/context';
import type { AuditEntry } from './audit-entry';

export function insertAudit(build: Database['build'], entry: AuditEntry & { address: string }) {
  const { event, actorId = null, subject = null, address, details = {} } = entry;
  return build.insert(auditLog).values({ event, actorId, subject, address, details });
}
