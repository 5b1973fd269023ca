// The SQL of settings.
import { reusable } from 'db/reusable';
import { settings } from 'db/schema/site';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

/** The row of the magazine's own settings. */
export const SITE_KEY = 'site';

export const selectSettings = reusable((build: Database['build']) =>
  build.select({ key: settings.key, value: settings.value }).from(settings),
);

/** When this part of the settings was saved last, as exactly as the database knows it; no row where it never was. */
export function selectStamp(build: Database['build'], key: string) {
  return build
    .select({ stamp: sql<string>`${settings.updatedAt}::text` })
    .from(settings)
    .where(eq(settings.key, key));
}

/**
 * Refused by the constraint on `key` when somebody saved after `stamp`; '' stands for never.
 * @param stamp null saves over whatever is there
 */
export function upsertSetting(
  build: Database['build'],
  key: string,
  value: object,
  stamp: string | null = null,
) {
  const isUnchanged = stamp === null ? sql`true` : sql`${settings.updatedAt}::text = ${stamp}`;
  const updatedAt = sql`clock_timestamp()`;
  return build
    .insert(settings)
    .values({ key, value, updatedAt })
    .onConflictDoUpdate({
      target: settings.key,
      set: { key: sql`case when ${isUnchanged} then ${settings.key} end`, value, updatedAt },
    });
}
