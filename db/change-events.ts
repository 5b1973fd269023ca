// Webhook events and IndexNow are queued by triggers (db/functions/webhooks.sql, index-now.sql).
import { sql } from 'drizzle-orm';
import type { NeonHttpDatabase } from 'drizzle-orm/neon-http';

/** Turns both off for this transaction: what is imported or restored is not news. */
export function disableChangeEvents(build: NeonHttpDatabase) {
  return build.execute(sql`select set_config('magazine.events', 'off', true)`);
}
