// What the owner changes about the magazine.
import { ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG } from '~/features/articles/page-tags';
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { ConflictError, ConstraintError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { blockedHostsOf, getSiteSettings, readSiteSettings } from './settings.server';
import { SettingsInput } from './settings-input';
import { SITE_KEY, selectStamp, upsertSetting } from './settings-repo.server';
import type { SiteSettings } from './site-settings';

type SettingsContext = Pick<AppContext, 'db' | 'config' | 'request' | 'pages'>;

/** Of any part of the settings. */
export const STALE =
  'Somebody else changed the settings meanwhile. What you typed is still here: save again to put it in their place.';

export interface EditedSettings {
  settings: SiteSettings;
  /** Names this state of the settings, so that nobody saves over another unseen; '' for never saved, null for unknown. */
  stamp: string | null;
}

/** The settings as the form shows them. */
export async function getEditedSettings(ctx: Pick<AppContext, 'db' | 'config'>): Promise<EditedSettings> {
  const [settings, [saved]] = await Promise.all([
    getSiteSettings(ctx),
    ctx.db.read(selectStamp(ctx.db.build, SITE_KEY)),
  ]);
  return {
    settings: { ...settings, blockedImageHosts: [...blockedHostsOf(settings, ctx)] },
    stamp: saved?.stamp ?? '',
  };
}

/**
 * Readers see it at once.
 * @param stamp of the state that was changed; null saves over whatever is there
 * @param confirm asked before accounts are protected less than they were; what it throws ends the saving
 * @throws InvalidError field by field; ConflictError when somebody saved meanwhile; UnavailableError when what is
 *   stored cannot be known
 */
export async function saveSettings(
  ctx: SettingsContext,
  actor: { userId: string },
  input: unknown,
  stamp: string | null,
  confirm: () => Promise<unknown>,
): Promise<void> {
  const { db, config } = ctx;
  const typed = parseInput(SettingsInput, input);
  // Taken for a default, a protection that is on would go without anybody being asked.
  const before = await readSiteSettings(ctx);
  // Whoever leaves the list as the environment has it goes on leaving it to the environment.
  const isDefault = typed.blockedImageHosts?.join() === config.blockedImageHosts.join();
  const settings: SiteSettings = {
    ...typed,
    blockedImageHosts: isDefault ? null : typed.blockedImageHosts,
  };
  if (before.requireSecondFactor && !settings.requireSecondFactor) await confirm();
  const changes = listChanges(before, settings);
  const event = {
    event: 'settings_updated',
    actorId: actor.userId,
    subject: settings.name,
    details: { changes },
  };
  try {
    await db.write(upsertSetting(db.build, SITE_KEY, settings, stamp), auditLine(ctx, event));
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'key') throw new ConflictError(STALE);
    throw error;
  }
  // The name, the links and the texts stand on every page; dates and pictures in every list, search and sitemap.
  await ctx.pages.purge([CHROME_TAG, ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG]);
}
