// Reads and saves the newsletter settings.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { DEFAULT_NEWSLETTER, NewsletterSettings, NewsletterSettingsInput } from './newsletter-settings';
import { refuseStale } from './save-settings.server';
import { readVersion, SITE_KEY, selectSettings, upsertSetting } from './settings-repo.server';
import { DEFAULT_SETTINGS, type SiteSettings, toSiteSettings } from './site-settings';

const NEWSLETTER_KEY = 'newsletter';

/**
 * The newsletter settings and the site settings, whose name and time zone every issue needs.
 * @throws UnavailableError instead of falling back to defaults, because the owner may have changed them
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

/** The settings and their version for the form; '' if they were never saved. */
export async function getEditedNewsletterSettings(ctx: Pick<AppContext, 'db'>) {
  const [read, version] = await Promise.all([readNewsletterSettings(ctx), readVersion(ctx, NEWSLETTER_KEY)]);
  return { ...read, version };
}

/**
 * @param version the version that was edited; null overwrites any version
 * @throws InvalidError with field errors; ConflictError if another user saved in the meantime
 */
export async function saveNewsletterSettings(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string },
  input: unknown,
  version: string | null,
): Promise<void> {
  const settings = parseInput(NewsletterSettingsInput, input);
  const { newsletter } = await readNewsletterSettings(ctx);
  const event = {
    event: 'newsletter_settings_updated',
    actorId: actor.userId,
    subject: 'newsletter settings',
    details: { changes: listChanges(newsletter, settings) },
  };
  await refuseStale(
    ctx.db.write(upsertSetting(ctx.db.build, NEWSLETTER_KEY, settings, version), auditLine(ctx, event)),
  );
}
