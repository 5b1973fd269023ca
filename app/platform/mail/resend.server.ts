// Resend, or a service with the same API. Batches carry an Idempotency-Key, which Resend keeps for a day: a
// repeated call returns the same response and sends nothing.

import { z } from 'zod';
import { ConflictError } from '~/lib/errors';
import { propertyOf } from '~/lib/properties';
import type { MailMessage } from '../context';
import type { WorkerSettings } from '../env.server';
import { ask, askWithRetry, type HttpMail, sentenceOf } from './mail-call.server';

const ADDRESS = 'https://api.resend.com/emails';
const Refused = z.object({ errors: z.array(z.object({ index: z.int(), message: z.string() })).default([]) });

export function createResend(settings: WorkerSettings): HttpMail {
  const url = settings.MAIL_API_URL ?? ADDRESS;
  const headers = {
    authorization: `Bearer ${settings.MAIL_API_KEY ?? ''}`,
    'content-type': 'application/json',
  };
  const toEmail = (message: MailMessage) => ({ from: settings.MAIL_FROM, ...message, to: [message.to] });
  return {
    async post(message) {
      try {
        const body = JSON.stringify(toEmail(message));
        const { status } = await ask(url, { method: 'POST', headers, body });
        if (status < 300) return null;
        return { reason: `status ${status}`, isRetryable: status >= 500 || status === 429 };
      } catch (error) {
        return { reason: String(error), isRetryable: true };
      }
    },
    async sendMany({ id, messages }) {
      const answer = await askWithRetry(
        `${url}/batch`,
        {
          method: 'POST',
          // Permissive validation: one invalid address must not stop the other emails.
          headers: { ...headers, 'idempotency-key': `newsletter/${id}`, 'x-batch-validation': 'permissive' },
          body: JSON.stringify(messages.map(toEmail)),
        },
        ({ status, body }) => status === 409 && propertyOf(body, 'name') === 'concurrent_idempotent_requests',
      );
      if (answer.status < 300) {
        const refused = Refused.safeParse(answer.body).data?.errors ?? [];
        const reasons = new Map(refused.map(({ index, message }) => [index, message]));
        return messages.map((_, index) => reasons.get(index) ?? null);
      }
      // The key was used with a different set of emails. That set included all of these, so they were sent
      // then.
      if (answer.status === 409 && propertyOf(answer.body, 'name') === 'invalid_idempotent_request')
        return messages.map(() => null);
      throw new ConflictError(
        `The mail provider refused the emails: ${sentenceOf(answer.body, answer.status)}`,
      );
    },
  };
}
