// Sends the Monday email to editors and admins, at most once per week.
import { getReadershipSettings } from '~/features/readership/readership-settings.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import type { AppContext } from '~/platform/context';
import { dueWeek, type ReaderWeek, weeklyMail } from './weekly-email';
import {
  insertWeek,
  selectGrown,
  selectLeftEarly,
  selectRecipients,
  selectTop,
  selectWeekState,
  selectWeekTotal,
} from './weekly-email-repo.server';

/**
 * Cron task, every minute: sends on Mondays from 8:00, if there were views in the seven days before. The row of the week is
 * written before the first email, so that overlapping triggers and a crash send nothing twice; a crash can lose emails.
 * @returns how many emails
 */
export async function sendWeeklyEmail(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config' | 'mail' | 'faults'>,
): Promise<number> {
  const { db, clock, config, mail, faults } = ctx;
  const [{ timeZone, name }, { weeklyEmail }] = await Promise.all([
    getSiteSettings(ctx),
    getReadershipSettings(ctx),
  ]);
  const week = weeklyEmail ? dueWeek(clock.now(), timeZone) : null;
  if (!week) return 0;
  const [state] = (await db.read(selectWeekState(db.build, week))).rows;
  if (!state?.hasViews || state.isStarted) return 0;
  const [report, recipients] = await Promise.all([
    getReaderWeek(ctx, week),
    db.read(selectRecipients(db.build, clock.now())),
  ]);
  if (recipients.rows.length === 0) return 0;
  if (TEST_SUPPORT) await faults.reach('before-week', week);
  const [started] = await db.writeOne(insertWeek(db.build, week));
  if (!started) return 0;
  if (TEST_SUPPORT) await faults.reach('after-week', week);
  for (const { email } of recipients.rows) {
    await mail.send(weeklyMail(report, { to: email, siteUrl: config.siteUrl, name, week }));
    if (TEST_SUPPORT) await faults.reach('after-weekly-mail', email);
  }
  return recipients.rows.length;
}

/** One round trip each: in a large magazine, each takes seconds. */
async function getReaderWeek({ db }: Pick<AppContext, 'db'>, week: string): Promise<ReaderWeek> {
  const total = await db.read(selectWeekTotal(db.build, week));
  const top = await db.read(selectTop(db.build, week));
  const grown = await db.read(selectGrown(db.build, week));
  const leftEarly = await db.read(selectLeftEarly(db.build, week));
  const none = { views: 0, engagedSeconds: 0, signUps: 0, signUpsBefore: 0 };
  return { total: total.rows[0] ?? none, top: top.rows, grown: grown.rows, leftEarly: leftEarly.rows };
}
