// Writing the audit log. Its lines travel in the transaction of what they tell about.
import type { SQL } from 'drizzle-orm';
import type { AppContext, Statement } from '~/platform/context';
import { insertAudit, insertAuditIf, type WrittenEntry } from './audit-repo.server';

/** Who does it. */
export interface Actor {
  userId: string;
}

/**
 * The statement that writes the line; it is part of the caller's `ctx.db.write(…)`.
 * @param condition for what may turn out not to have happened: looked at when the statements before it are done
 */
export function auditLine(
  ctx: Pick<AppContext, 'db' | 'request'>,
  entry: WrittenEntry,
  condition?: SQL,
): Statement<unknown> {
  // The clock has no address.
  const line = { ...entry, address: ctx.request.address || null };
  return condition ? insertAuditIf(ctx.db.build, condition, line) : insertAudit(ctx.db.build, line);
}

/** What somebody is called in the log whose account is gone. */
export const DELETED_ACCOUNT = 'A deleted account';

/** The last line of a person: it says what happened, and neither their address nor where they were. */
export function farewellLine(
  { db }: Pick<AppContext, 'db'>,
  entry: Omit<WrittenEntry, 'actorId'>,
): Statement<unknown> {
  return insertAudit(db.build, { ...entry, actorId: null, address: null });
}
