// Writing the audit log. Its lines travel in the transaction of what they tell about.
import type { AppContext, Statement } from '~/platform/context';
import { insertAudit, type WrittenEntry } from './audit-repo.server';

/** The statement that writes the line; it is part of the caller's `ctx.db.write(…)`. */
export function auditLine(ctx: Pick<AppContext, 'db' | 'request'>, entry: WrittenEntry): Statement<unknown> {
  return insertAudit(ctx.db.build, { ...entry, address: ctx.request.address });
}
