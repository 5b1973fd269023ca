// Sign-ins and callers' addresses are remembered for 180 days.
import { pruneAuditLog } from '~/features/audit/prune-audit.server';
import type { Job } from './job';

export const pruneAudit: Job = { name: 'prune-audit', run: pruneAuditLog };
