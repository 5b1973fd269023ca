// Response schemas of the inbound webhook.
import { z } from 'zod';

export const WebhookAnswer = z.object({
  success: z.literal(true),
  article: z.object({ id: z.uuid(), slug: z.string(), url: z.url() }),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

export const WebhookProblem = z.object({
  success: z.literal(false),
  error: z.string().meta({ description: 'The error message.' }),
  issues: z
    .array(
      z.object({
        field: z.string().meta({ description: 'A field of the payload; empty for the whole request.' }),
        message: z.string(),
      }),
    )
    .meta({ description: 'All errors, by field.' }),
});
export type WebhookProblem = z.infer<typeof WebhookProblem>;

/** @param issues by field; by default the error itself, without a field */
export function toProblem(error: string, issues: WebhookProblem['issues'] = []): WebhookProblem {
  return { success: false, error, issues: issues.length > 0 ? issues : [{ field: '', message: error }] };
}
