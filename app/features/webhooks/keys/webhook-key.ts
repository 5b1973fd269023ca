// Keys with which external programs post articles or read the readership figures.

/** Hours a key keeps working after its rotation. */
export const OLD_KEY_HOURS = 24;

/** What a key grants access to. */
export type KeyScope = 'webhook' | 'readership';

/** A key as shown on screen, without the key itself. Times are ISO 8601. */
export interface WebhookKey {
  id: string;
  /** Its last four characters. */
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Set for a key that was rotated. */
  expiresAt: string | null;
}
