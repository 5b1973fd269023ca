// Removes old sign-in entries, network addresses and links (docs/decisions/0022-what-the-audit-log-deletes.md).
import { DAY_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import {
  clearAddresses,
  clearEndedSessions,
  deleteOldLines,
  deleteOldLinks,
} from './prune-audit-repo.server';

const KEPT_DAYS = 180;
/** After they expired. Until then, a page can say what the link was for. */
const LINKS_KEPT_DAYS = 30;
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

/** @returns the number of entries, sessions and links that were deleted or lost their network address */
export async function pruneAuditLog({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const before = daysAgo(KEPT_DAYS);
  const batch = { before, most: LINES_PER_TICK };
  const done = await db.writeBatch({
    lines: deleteOldLines(db.build, SIGN_IN_EVENTS, batch),
    addresses: clearAddresses(db.build, batch),
    links: deleteOldLinks(db.build, { before: daysAgo(LINKS_KEPT_DAYS), most: LINES_PER_TICK }),
    sessions: clearEndedSessions(db.build, { before, most: SESSIONS_PER_TICK }),
  });
  return Object.values(done).reduce((sum, { rows }) => sum + (rows[0]?.lines ?? 0), 0);
}
