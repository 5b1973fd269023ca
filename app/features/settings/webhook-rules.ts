// What the owner lets automations do.
import { z } from 'zod';

export const WebhookRules = z.object({
  /** A category that does not exist: the article is refused, or the category created. */
  unknownCategory: z.enum(['refuse', 'create']).default('refuse'),
  /** Calls must be signed besides bringing a key. */
  requireSignature: z.boolean().default(false),
});
export type WebhookRules = z.infer<typeof WebhookRules>;

export const DEFAULT_WEBHOOK_RULES: WebhookRules = WebhookRules.parse({});
