// Keys by which machines outside may post articles.

/** How long a key still works after a newer one took its place. */
export const OLD_KEY_HOURS = 24;

/** What is known of a key: never the key itself. Moments are ISO 8601. */
export interface WebhookKey {
  id: string;
  /** Its last four characters. */
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Set for one whose place a newer one took. */
  expiresAt: string | null;
}
