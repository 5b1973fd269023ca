// Edits and saves the site settings.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ALL_ARTICLES_TAG, SEARCH_TAG, SITE_LAYOUT_TAG, SITEMAP_TAG } from '~/features/cache-tags/cache-tags';
import { ConflictError, ConstraintError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { blockedHostsOf, getSiteSettings, readSiteSettings } from './settings.server';
import { SettingsInput } from './settings-input';
import { SITE_KEY, selectVersion, upsertSetting } from './settings-repo.server';
import type { SiteSettings } from './site-settings';

type SettingsContext = Pick<AppContext, 'db' | 'config' | 'request' | 'pageCache'>;

/** Shared by all settings forms. */
export const STALE =
  'Someone else changed these settings. Your changes are still here. Save again to overwrite theirs.';

export interface EditedSettings {
  settings: SiteSettings;
  /** Identifies the edited version, to detect conflicting saves; '' if never saved, null if unknown. */
  version: string | null;
}

/** The settings as the form shows them. */
export async function getEditedSettings(ctx: Pick<AppContext, 'db' | 'config'>): Promise<EditedSettings> {
  const [settings, [saved]] = await Promise.all([
    getSiteSettings(ctx),
    ctx.db.read(selectVersion(ctx.db.build, SITE_KEY)),
  ]);
  return {
    settings: { ...settings, blockedImageHosts: [...blockedHostsOf(settings, ctx)] },
    version: saved?.version ?? '',
  };
}

/**
 * Saves the settings and purges the affected pages.
 * @param version the version that was edited; null overwrites any version
 * @param confirm called before account protection is reduced; its error aborts the save
 * @throws InvalidError with field errors; ConflictError if another user saved in the meantime;
 * UnavailableError if the stored settings cannot be read
 */
export async function saveSettings(
  ctx: SettingsContext,
  actor: { userId: string },
  input: unknown,
  version: string | null,
  confirm: () => Promise<unknown>,
): Promise<void> {
  const { db, config } = ctx;
  const typed = parseInput(SettingsInput, input);
  // Not the fallback to defaults: it could hide that the second factor is required, and so skip the
  // confirmation.
  const before = await readSiteSettings(ctx);
  // A list equal to the environment's is stored as null, so that later changes of the environment apply.
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
    await db.write(upsertSetting(db.build, SITE_KEY, settings, version), auditLine(ctx, event));
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'key') throw new ConflictError(STALE);
    throw error;
  }
  // Name, links and texts appear on every page; dates and images in every list, the search and the sitemap.
  await ctx.pageCache.purge([SITE_LAYOUT_TAG, ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG]);
}

/** Time zones grouped by continent. Always includes `chosen`. */
export function listTimeZones(chosen: string): { area: string; zones: string[] }[] {
  const areas = new Map<string, string[]>();
  for (const zone of new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])) {
    const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other';
    areas.set(area, [...(areas.get(area) ?? []), zone]);
  }
  return [...areas].map(([area, zones]) => ({ area, zones: zones.sort() }));
}
