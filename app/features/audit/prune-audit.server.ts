// What the audit log forgets: sign-ins, and where everything came from (docs/decisions/0022-what-the-log-forgets.md).
import { DAY_MS } from '~/lib/days';
import type { AppContext } from '~/platform/context';
import { deleteOldLines, forgetAddresses, forgetSessions } from './prune-audit-repo.server';

const KEPT_DAYS = 180;
/** As many as a tick has time for. */
const LINES_PER_TICK = 2_000;
/** Each takes some hundred refresh tokens along. */
const SESSIONS_PER_TICK = 100;

/** Who came and went, and nothing that changed: of use while somebody may still look into an attack. */
const COMINGS = [
  'signed_in',
  'signed_out',
  'signed_up',
  'sign_in_failed',
  'token_refreshed',
  'password_recovery',
  'reset_requested',
];

/** @returns how many lines and sessions went or lost their address */
export async function pruneAuditLog({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const batch = { before, most: LINES_PER_TICK };
  const done = await db.write(
    deleteOldLines(db.build, COMINGS, batch),
    forgetAddresses(db.build, batch),
    forgetSessions(db.build, { before, most: SESSIONS_PER_TICK }),
  );
  return done.reduce((sum, { rows }) => sum + (rows[0]?.lines ?? 0), 0);
}
