// SQL for settings.
import { reusable } from 'db/reusable';
import { settings } from 'db/schema/site';
import { eq, sql } from 'drizzle-orm';
import type { Build, Database } from '~/platform/context';

/** The row of the site settings. */
export const SITE_KEY = 'site';

export const selectSettings = reusable((build: Build) =>
  build.select({ key: settings.key, value: settings.value }).from(settings),
);

/** When a row was last saved, at the database's full precision; '' if never. */
export async function readVersion({ db }: { db: Database }, key: string): Promise<string> {
  const query = db.build
    .select({ version: sql<string>`${settings.updatedAt}::text` })
    .from(settings)
    .where(eq(settings.key, key));
  return (await db.read(query))[0]?.version ?? '';
}

/**
 * Fails on the constraint `key` if the row was saved after `version`.
 * @param version '' if never saved; null overwrites any version
 */
export function upsertSetting(build: Build, key: string, value: object, version: string | null = null) {
  const isUnchanged = version === null ? sql`true` : sql`${settings.updatedAt}::text = ${version}`;
  const updatedAt = sql`clock_timestamp()`;
  return build
    .insert(settings)
    .values({ key, value, updatedAt })
    .onConflictDoUpdate({
      target: settings.key,
      set: { key: sql`case when ${isUnchanged} then ${settings.key} end`, value, updatedAt },
    });
}
