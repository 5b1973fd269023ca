// Response schemas of the inbound webhook.
import { z } from 'zod';

const Issues = z.array(
  z.object({
    field: z.string().meta({ description: 'A field of the payload; empty for the whole request.' }),
    message: z.string(),
  }),
);

export const WebhookAnswer = z.object({
  success: z.literal(true),
  article: z.object({ id: z.uuid(), slug: z.string(), url: z.url() }),
  warnings: Issues.optional().meta({
    description: 'Fields that were ignored or should be improved, with the reason. Only if there are any.',
  }),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

export const WebhookProblem = z.object({
  success: z.literal(false),
  error: z.string().meta({ description: 'The error message.' }),
  issues: Issues.meta({ description: 'All errors, by field.' }),
});
export type WebhookProblem = z.infer<typeof WebhookProblem>;

/** @param issues by field; by default the error itself, without a field */
export function toProblem(error: string, issues: WebhookProblem['issues'] = []): WebhookProblem {
  return { success: false, error, issues: issues.length > 0 ? issues : [{ field: '', message: error }] };
}
