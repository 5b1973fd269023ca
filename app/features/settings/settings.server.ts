// Reading what the owner changed about the magazine.
import type { AppContext } from '~/platform/context';
import { SITE_KEY, selectSettings } from './settings-repo.server';
import { DEFAULT_SETTINGS, type SiteSettings, toSiteSettings } from './site-settings';

/** The layout and the page both ask, at once; one statement answers both. */
const asked = new WeakMap<object, Promise<SiteSettings>>();

/** The magazine's settings; the defaults where none are stored, or while they cannot be read. */
export function getSiteSettings(ctx: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  let found = asked.get(ctx.db);
  if (!found) {
    found = askSiteSettings(ctx);
    asked.set(ctx.db, found);
  }
  return found;
}

async function askSiteSettings({ db }: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  return toSettings(await db.readOptional('settings', selectSettings(db.build, {}), []));
}

/**
 * For what must not go by a default that the owner changed.
 * @throws UnavailableError
 */
export async function readSiteSettings({ db }: Pick<AppContext, 'db'>): Promise<SiteSettings> {
  return toSettings(await db.read(selectSettings(db.build, {})));
}

function toSettings(rows: readonly { key: string; value: unknown }[]): SiteSettings {
  const stored = rows.find((row) => row.key === SITE_KEY)?.value;
  return stored === undefined ? DEFAULT_SETTINGS : toSiteSettings(stored);
}

/** Hosts whose pictures are replaced by a stock picture: the owner's list, or the environment's. */
export function blockedHostsOf(
  { blockedImageHosts }: Pick<SiteSettings, 'blockedImageHosts'>,
  { config }: Pick<AppContext, 'config'>,
): readonly string[] {
  return blockedImageHosts ?? config.blockedImageHosts;
}
