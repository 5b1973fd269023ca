// Writes the audit log. Entries are part of the transaction of the change they describe.
import type { SQL } from 'drizzle-orm';
import type { AppContext, Statement } from '~/platform/context';
import { changeAndAudit, insertAudit, insertAuditIf, type WrittenEntry } from './audit-repo.server';

/** The account that acts. */
export interface Actor {
  userId: string;
}

/**
 * The statement that writes an entry. It is part of the caller's `ctx.db.write(…)`.
 * @param condition evaluated after the statements before it, for changes that may not take place
 */
export function auditLine(
  ctx: Pick<AppContext, 'db' | 'request'>,
  entry: WrittenEntry,
  condition?: SQL | boolean,
): Statement<unknown> {
  // Cron tasks have no address.
  const line = { ...entry, address: ctx.request.address || null };
  return condition === undefined
    ? insertAudit(ctx.db.build, line)
    : insertAuditIf(ctx.db.build, condition, line);
}

/**
 * The statement that changes rows and writes an entry for each.
 * @param change an UPDATE of a repository that returns `id` and `subject`
 */
export function auditedChange(
  ctx: Pick<AppContext, 'db' | 'request'>,
  entry: Omit<WrittenEntry, 'subject'>,
  change: SQL,
): Statement<unknown> {
  return changeAndAudit(ctx.db.build, change, { ...entry, address: ctx.request.address || null });
}

/** Shown in the log for a deleted account. */
export const DELETED_ACCOUNT = 'A deleted account';

/** The entry about a deleted account. It contains neither the person's address nor their network address. */
export function deletedAccountLine(
  { db }: Pick<AppContext, 'db'>,
  entry: Omit<WrittenEntry, 'actorId'>,
  condition: SQL | boolean = true,
): Statement<unknown> {
  return insertAuditIf(db.build, condition, { ...entry, actorId: null, address: null });
}
