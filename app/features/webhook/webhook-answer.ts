// What calls of the webhook are answered.
import { z } from 'zod';

export const WebhookAnswer = z.object({
  success: z.literal(true),
  article: z.object({ id: z.uuid(), slug: z.string(), url: z.url() }),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

export const WebhookProblem = z.object({
  success: z.literal(false),
  error: z.string().meta({ description: 'What is wrong, in a sentence.' }),
  issues: z
    .array(
      z.object({
        field: z.string().meta({ description: 'Of the payload; empty for the whole request.' }),
        message: z.string(),
      }),
    )
    .meta({ description: 'All that is wrong, field by field.' }),
});
export type WebhookProblem = z.infer<typeof WebhookProblem>;

/** @param issues the sentence alone when there are no fields to blame */
export function toProblem(error: string, issues: WebhookProblem['issues'] = []): WebhookProblem {
  return { success: false, error, issues: issues.length > 0 ? issues : [{ field: '', message: error }] };
}
