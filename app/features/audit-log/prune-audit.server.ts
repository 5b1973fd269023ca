// Removes old sign-in entries and network addresses (docs/decisions/0022-what-the-audit-log-deletes.md).
import { DAY_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { clearAddresses, clearEndedSessions, deleteOldLines } from './prune-audit-repo.server';

const KEPT_DAYS = 180;
/** Limit for one run of the cron task. */
const LINES_PER_TICK = 2_000;
/** Lower, because each session deletes hundreds of refresh tokens. */
const SESSIONS_PER_TICK = 100;

/** Events that change nothing. They are useful only while someone may still investigate an attack. */
const SIGN_IN_EVENTS = [
  'signed_in',
  'signed_out',
  'signed_up',
  'sign_in_failed',
  'token_refreshed',
  'password_recovery',
  'reset_requested',
];

/** @returns the number of entries and sessions that were deleted or lost their network address */
export async function pruneAuditLog({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const batch = { before, most: LINES_PER_TICK };
  const done = await db.writeBatch({
    lines: deleteOldLines(db.build, SIGN_IN_EVENTS, batch),
    addresses: clearAddresses(db.build, batch),
    sessions: clearEndedSessions(db.build, { before, most: SESSIONS_PER_TICK }),
  });
  return Object.values(done).reduce((sum, { rows }) => sum + (rows[0]?.lines ?? 0), 0);
}
