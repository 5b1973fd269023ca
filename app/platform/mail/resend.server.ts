// Resend, or a service with the same API. Emails and batches carry an Idempotency-Key, which Resend keeps for a
// day: a repeated call returns the same response and sends nothing.

import { z } from 'zod';
import { ConflictError } from '~/lib/errors';
import { propertyOf } from '~/lib/properties';
import type { MailMessage } from '../context';
import type { WorkerSettings } from '../env.server';
import { askWithRetry, type HttpMail, type ProviderAnswer, postOne, sentenceOf } from './mail-call.server';

const ADDRESS = 'https://api.resend.com/emails';
const Refused = z.object({ errors: z.array(z.object({ index: z.int(), message: z.string() })).default([]) });

/** An earlier request with this key is still being processed. */
const isConcurrent = ({ status, body }: ProviderAnswer) =>
  status === 409 && propertyOf(body, 'name') === 'concurrent_idempotent_requests';

export function createResend(settings: WorkerSettings): HttpMail {
  const url = settings.MAIL_API_URL ?? ADDRESS;
  const headers = {
    authorization: `Bearer ${settings.MAIL_API_KEY ?? ''}`,
    'content-type': 'application/json',
  };
  const toEmail = (message: MailMessage) => ({ from: settings.MAIL_FROM, ...message, to: [message.to] });
  return {
    post(message, id) {
      const body = JSON.stringify(toEmail(message));
      return postOne(
        url,
        { method: 'POST', headers: { ...headers, 'idempotency-key': `email/${id}` }, body },
        isConcurrent,
      );
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
        isConcurrent,
      );
      if (answer.status < 300) {
        const refused = Refused.safeParse(answer.body).data?.errors ?? [];
        const reasons = new Map(refused.map(({ index, message }) => [index, message]));
        return { answers: messages.map((_, index) => reasons.get(index) ?? null), fault: null };
      }
      // The key was used with a different set of emails. That set included all of these, so they were sent
      // then.
      if (answer.status === 409 && propertyOf(answer.body, 'name') === 'invalid_idempotent_request')
        return { answers: messages.map(() => null), fault: null };
      throw new ConflictError(
        `The mail provider refused the emails: ${sentenceOf(answer.body, answer.status)}`,
      );
    },
  };
}
