// Reading and changing how the newsletter is sent.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ConflictError, ConstraintError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { DEFAULT_NEWSLETTER, NewsletterSettings, NewsletterSettingsInput } from './newsletter-settings';
import { STALE } from './save-settings.server';
import { SITE_KEY, selectSettings, selectStamp, upsertSetting } from './settings-repo.server';
import { DEFAULT_SETTINGS, type SiteSettings, toSiteSettings } from './site-settings';

const NEWSLETTER_KEY = 'newsletter';

/**
 * With the magazine's own settings: its name and zone belong to every letter.
 * @throws UnavailableError: nothing is sent by a default that the owner changed
 */
export async function readNewsletterSettings({
  db,
}: Pick<AppContext, 'db'>): Promise<{ newsletter: NewsletterSettings; site: SiteSettings }> {
  const rows = await db.read(selectSettings(db.build, {}));
  const read = (key: string) => rows.find((row) => row.key === key)?.value;
  const stored = read(SITE_KEY);
  return {
    newsletter: NewsletterSettings.safeParse(read(NEWSLETTER_KEY) ?? {}).data ?? DEFAULT_NEWSLETTER,
    site: stored === undefined ? DEFAULT_SETTINGS : toSiteSettings(stored),
  };
}

/** As the form shows them, with the name of this state; '' where they were never saved. */
export async function getEditedNewsletterSettings(ctx: Pick<AppContext, 'db'>) {
  const [read, [saved]] = await Promise.all([
    readNewsletterSettings(ctx),
    ctx.db.read(selectStamp(ctx.db.build, NEWSLETTER_KEY)),
  ]);
  return { ...read, stamp: saved?.stamp ?? '' };
}

/**
 * @param stamp of the state that was changed; null saves over whatever is there
 * @throws InvalidError field by field; ConflictError when somebody saved meanwhile
 */
export async function saveNewsletterSettings(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string },
  input: unknown,
  stamp: string | null,
): Promise<void> {
  const settings = parseInput(NewsletterSettingsInput, input);
  const { newsletter } = await readNewsletterSettings(ctx);
  const event = {
    event: 'newsletter_settings_updated',
    actorId: actor.userId,
    subject: 'newsletter settings',
    details: { changes: listChanges(newsletter, settings) },
  };
  try {
    await ctx.db.write(upsertSetting(ctx.db.build, NEWSLETTER_KEY, settings, stamp), auditLine(ctx, event));
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'key') throw new ConflictError(STALE);
    throw error;
  }
}
