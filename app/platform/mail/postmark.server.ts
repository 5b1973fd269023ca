// Postmark. It has no idempotency keys, so each email carries its call's id as metadata, and a repeated call
// first asks which of its emails were already sent.
import { z } from 'zod';
import { ConflictError, UnavailableError } from '~/lib/errors';
import type { BulkMessage, MailMessage } from '../context';
import type { WorkerSettings } from '../env.server';
import { askWithRetry, type HttpMail, postOne, sentenceOf } from './mail-call.server';

const ADDRESS = 'https://api.postmarkapp.com';
/** Newsletters use their own stream, separate from account emails. */
const STREAM = 'broadcast';
const REFUSED = 'The mail provider refused the emails';
/** Error codes about one email: an invalid email, an inactive recipient. Others are about the account or the sender. */
const RECIPIENT_CODES = [300, 406];
const Sent = z.array(z.object({ ErrorCode: z.int(), Message: z.string().default('') }));
const Found = z.object({
  Messages: z.array(z.object({ Recipients: z.array(z.string()).default([]) })),
});

export function createPostmark(settings: WorkerSettings): HttpMail {
  const base = (settings.MAIL_API_URL ?? ADDRESS).replace(/\/+$/, '');
  const headers = {
    'x-postmark-server-token': settings.MAIL_API_KEY ?? '',
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const toEmail = (message: MailMessage & { from?: string }) => ({
    From: message.from ?? settings.MAIL_FROM,
    To: message.to,
    Subject: message.subject,
    TextBody: message.text,
    HtmlBody: message.html,
    Headers: Object.entries(message.headers ?? {}).map(([Name, Value]) => ({ Name, Value })),
  });
  const post = (path: string, body: unknown): RequestInit & { url: string } => ({
    url: base + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });

  async function findSent(id: string): Promise<Set<string>> {
    const query = new URLSearchParams({
      count: '500',
      offset: '0',
      messagestream: STREAM,
      metadata_call: id,
    });
    const { status, body } = await askWithRetry(`${base}/messages/outbound?${query}`, { headers });
    if (status >= 300) throw refused(body, status);
    const found = Found.safeParse(body).data;
    if (!found) throw unreadable();
    return new Set(found.Messages.flatMap(({ Recipients }) => Recipients.map((one) => one.toLowerCase())));
  }

  async function sendRest(id: string, rest: readonly BulkMessage[]) {
    const reasons = new Map<BulkMessage, string>();
    let fault: string | null = null;
    if (rest.length === 0) return { reasons, fault };
    const emails = rest.map((one) => ({ ...toEmail(one), MessageStream: STREAM, Metadata: { call: id } }));
    const { url, ...init } = post('/email/batch', emails);
    const { status, body } = await askWithRetry(url, init);
    if (status >= 300) throw refused(body, status);
    const answers = Sent.safeParse(body).data;
    if (!answers) throw unreadable();
    for (const [index, { ErrorCode, Message }] of answers.entries()) {
      const message = rest[index];
      if (ErrorCode === 0 || !message) continue;
      reasons.set(message, Message);
      if (!RECIPIENT_CODES.includes(ErrorCode)) fault ??= `${REFUSED}: ${Message}`;
    }
    return { reasons, fault };
  }

  return {
    post(message) {
      const { url, ...init } = post('/email', toEmail(message));
      return postOne(url, init);
    },
    async sendMany({ id, isRepeat, messages }) {
      const sent = isRepeat ? await findSent(id) : new Set<string>();
      const rest = messages.filter(({ to }) => !sent.has(to.toLowerCase()));
      const { reasons, fault } = await sendRest(id, rest);
      return { answers: messages.map((message) => reasons.get(message) ?? null), fault };
    },
  };
}

/** The emails may have been sent, so the call is repeated. */
const unreadable = () => new UnavailableError('The mail provider’s response cannot be read.');

function refused(body: unknown, status: number): ConflictError {
  return new ConflictError(`${REFUSED}: ${sentenceOf(body, status)}`);
}
