// Reads the site settings.
import type { AppContext } from '~/platform/context';
import { SITE_KEY, selectSettings } from './settings-repo.server';
import { DEFAULT_SETTINGS, type SiteSettings, toSiteSettings } from './site-settings';

/** Layout and page read the settings in the same request. They share one statement. */
const reads = new WeakMap<object, Promise<SiteSettings>>();

/** The site settings; the defaults if none are stored or they cannot be read. */
export function getSiteSettings(ctx: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  let found = reads.get(ctx.db);
  if (!found) {
    found = fetchSiteSettings(ctx);
    reads.set(ctx.db, found);
  }
  return found;
}

async function fetchSiteSettings({ db }: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  return toSettings(await db.readOptional('settings', selectSettings(db.build, {}), []));
}

/**
 * Reads the settings without falling back to defaults.
 * @throws UnavailableError
 */
export async function readSiteSettings({ db }: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  return toSettings(await db.read(selectSettings(db.build, {})));
}

function toSettings(rows: readonly { key: string; value: unknown }[]): SiteSettings {
  const stored = rows.find((row) => row.key === SITE_KEY)?.value;
  return stored === undefined ? DEFAULT_SETTINGS : toSiteSettings(stored);
}

/** Hosts whose images are replaced by a stock image: the owner's list, or the environment's. */
export function blockedHostsOf(
  { blockedImageHosts }: Pick<SiteSettings, 'blockedImageHosts'>,
  { config }: Pick<AppContext, 'config'>,
): readonly string[] {
  return blockedImageHosts ?? config.blockedImageHosts;
}
