// Reading and changing how the newsletter is sent.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { DEFAULT_NEWSLETTER, NewsletterSettings, NewsletterSettingsInput } from './newsletter-settings';
import { SITE_KEY, selectSettings, upsertSetting } from './settings-repo.server';
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

/** @throws InvalidError field by field */
export async function saveNewsletterSettings(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string },
  input: unknown,
): Promise<void> {
  const settings = parseInput(NewsletterSettingsInput, input);
  const { newsletter } = await readNewsletterSettings(ctx);
  const event = {
    event: 'newsletter_settings_updated',
    actorId: actor.userId,
    subject: 'newsletter settings',
    details: { changes: listChanges(newsletter, settings) },
  };
  await ctx.db.write(upsertSetting(ctx.db.build, NEWSLETTER_KEY, settings), auditLine(ctx, event));
}
