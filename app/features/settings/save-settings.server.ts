// Edits and saves the site settings.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ALL_ARTICLES_TAG, SEARCH_TAG, SITE_LAYOUT_TAG, SITEMAP_TAG } from '~/features/cache-tags/cache-tags';
import { ConflictError, ConstraintError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { blockedHostsOf, getSiteSettings, readSiteSettings } from './settings.server';
import { SettingsInput } from './settings-input';
import { readVersion, SITE_KEY, upsertSetting } from './settings-repo.server';
import type { SiteSettings } from './site-settings';

type SettingsContext = Pick<AppContext, 'db' | 'config' | 'request' | 'pageCache'>;

const STALE =
  'Someone else changed these settings. Your changes are still here. Save again to overwrite theirs.';

export interface EditedSettings {
  settings: SiteSettings;
  /** Identifies the edited version, to detect conflicting saves; '' if never saved, null if unknown. */
  version: string | null;
}

/** The settings as the form shows them. */
export async function getEditedSettings(ctx: Pick<AppContext, 'db' | 'config'>): Promise<EditedSettings> {
  const [settings, version] = await Promise.all([getSiteSettings(ctx), readVersion(ctx, SITE_KEY)]);
  return {
    settings: { ...settings, blockedImageHosts: [...blockedHostsOf(settings, ctx)] },
    version,
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
  const isWeaker =
    (before.requireSecondFactor && !settings.requireSecondFactor) ||
    settings.staffIdleHours > before.staffIdleHours ||
    settings.memberIdleDays > before.memberIdleDays;
  if (isWeaker) await confirm();
  const changes = listChanges(before, settings);
  const event = {
    event: 'settings_updated',
    actorId: actor.userId,
    subject: settings.name,
    details: { changes },
  };
  await refuseStale(db.write(upsertSetting(db.build, SITE_KEY, settings, version), auditLine(ctx, event)));
  // Name, links and texts appear on every page; dates and images in every list, the search and the sitemap.
  await ctx.pageCache.purge([SITE_LAYOUT_TAG, ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG]);
}

/**
 * For all settings forms: awaits a write with `upsertSetting`.
 * @throws ConflictError if another user saved that row in the meantime
 */
export async function refuseStale<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'key') throw new ConflictError(STALE);
    throw error;
  }
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
