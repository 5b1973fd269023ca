// SQL that writes the audit log.
import { auditLog } from 'db/schema/audit';
import { SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AuditEntry } from './audit-entry';

/** Details may be a jsonb expression for values that only the database can compute. */
export type WrittenEntry = Omit<AuditEntry, 'details'> & { details?: Record<string, unknown> | SQL };

type NewLine = WrittenEntry & { address: string | null };

export function insertAudit(build: Build, entry: NewLine) {
  const { event, actorId = null, subject = null, address, details = {} } = entry;
  return build.insert(auditLog).values({ event, actorId, subject, address, details });
}

/**
 * Runs a change of any number of rows and inserts an entry for each.
 * @param change returns `id` and `subject`
 */
export function changeAndAudit(build: Build, change: SQL, entry: Omit<NewLine, 'subject'>) {
  const { event, actorId = null, address, details = {} } = entry;
  const json = details instanceof SQL ? details : sql`${JSON.stringify(details)}::jsonb`;
  return build.execute(sql`
    with changed as (${change})
    insert into ${auditLog} (event, actor_id, subject, address, details)
    select ${event}::text, ${actorId}::uuid, changed.subject, ${address}::text, ${json} || jsonb_build_object('id', changed.id)
    from changed`);
}

/** Inserts an entry if `condition` holds. */
export function insertAuditIf(build: Build, condition: SQL | boolean, entry: NewLine) {
  const { event, actorId = null, subject = null, address, details = {} } = entry;
  const json = details instanceof SQL ? details : sql`${JSON.stringify(details)}::jsonb`;
  return build.execute(sql`
    insert into ${auditLog} (event, actor_id, subject, address, details)
    select ${event}::text, ${actorId}::uuid, ${subject}::text, ${address}::text, ${json} where (${condition})::boolean`);
}
