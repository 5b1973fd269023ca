// Reads and saves the settings of the readership figures.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { articleTag, READERSHIP_TAG } from '~/features/cache-tags/cache-tags';
import { refuseStale } from '~/features/settings/save-settings.server';
import { readVersion, selectSettings, upsertSetting } from '~/features/settings/settings-repo.server';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { rankMostRead } from './most-read-repo.server';
import {
  DEFAULT_READERSHIP,
  READERSHIP_KEY,
  ReadershipSettings,
  ReadershipSettingsInput,
} from './readership-settings';

/** @throws UnavailableError */
export async function getReadershipSettings({ db }: Pick<AppContext, 'db'>): Promise<ReadershipSettings> {
  const rows = await db.read(selectSettings(db.build, {}));
  const stored = rows.find(({ key }) => key === READERSHIP_KEY)?.value;
  return ReadershipSettings.safeParse(stored ?? {}).data ?? DEFAULT_READERSHIP;
}

/** The settings and their version for the form; '' if they were never saved. */
export async function getEditedReadershipSettings(ctx: Pick<AppContext, 'db'>) {
  const [settings, version] = await Promise.all([
    getReadershipSettings(ctx),
    readVersion(ctx, READERSHIP_KEY),
  ]);
  return { settings, version };
}

/**
 * Saves the settings, ranks the articles by them, and purges the pages that show most read or popular articles.
 * @param version the version that was edited; null overwrites any version
 * @throws InvalidError with field errors; ConflictError if another user saved in the meantime
 */
export async function saveReadershipSettings(
  ctx: Pick<AppContext, 'db' | 'request' | 'pageCache'>,
  actor: { userId: string },
  input: unknown,
  version: string | null,
): Promise<void> {
  const settings = parseInput(ReadershipSettingsInput, input);
  const event = {
    event: 'readership_settings_updated',
    actorId: actor.userId,
    subject: 'readership settings',
    details: { changes: listChanges(await getReadershipSettings(ctx), settings) },
  };
  const { build } = ctx.db;
  const { ranked } = await refuseStale(
    ctx.db.writeBatch({
      saved: upsertSetting(build, READERSHIP_KEY, settings, version),
      audited: auditLine(ctx, event),
      ranked: rankMostRead(build, settings),
    }),
  );
  await ctx.pageCache.purge([READERSHIP_TAG, ...(ranked.rows[0]?.ids ?? []).map(articleTag)]);
}
