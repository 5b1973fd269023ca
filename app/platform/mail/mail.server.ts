// Sends email through Cloudflare or an HTTP provider, and newsletters through an HTTP provider only. Local
// runtimes store email in the outbox.
import { ConflictError } from '~/lib/errors';
import { oneAtATime, pause } from '~/lib/time/within-time';
import type { Database, Log, Mail, MailMessage } from '../context';
import type { WorkerSettings } from '../env.server';
import { createCloudflareMail } from './cloudflare-mail.server';
import type { HttpMail, MailProvider } from './mail-call.server';
import { createOutbox } from './outbox.server';
import { createPostmark } from './postmark.server';
import { createResend } from './resend.server';

interface MailRuntime {
  db: Database;
  log: Log;
  /** Cloudflare's email binding, if bound. */
  emailBinding: SendEmail | undefined;
  waitUntil(work: Promise<unknown>): void;
}

const RETRIES = 2;
const FIRST_PAUSE_MS = 200;
/** Total time to wait while the provider limits the rate. A worker may run for 30 s after its response. */
const MAX_WAIT_MS = 20_000;
const NO_NEWSLETTERS =
  'No mail provider is set up for newsletters. Cloudflare sends account emails only. Set NEWSLETTER_PROVIDER to resend or postmark.';

export function createMail(settings: WorkerSettings, runtime: MailRuntime): Mail {
  const mail = choose(settings, runtime);
  return {
    ...mail,
    send: (message) => mail.send(inLines(message)),
    sendMany: ({ messages, ...call }) =>
      mail.sendMany({
        ...call,
        messages: messages.map((one) => ({ ...inLines(one), from: toLine(one.from) })),
      }),
  };
}

const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Removes line breaks, so that user input cannot add headers. */
function inLines(message: MailMessage): MailMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, toLine(value)]);
  return {
    ...message,
    to: toLine(message.to),
    subject: toLine(message.subject),
    ...(message.headers && { headers: Object.fromEntries(headers) }),
  };
}

function choose(settings: WorkerSettings, runtime: MailRuntime): Mail {
  const provider = settings.MAIL_PROVIDER ?? (settings.ENVIRONMENT === 'production' ? 'http' : 'outbox');
  if (provider === 'outbox') return createOutbox(runtime.db);
  const newsletterProvider = provider === 'cloudflare' ? settings.NEWSLETTER_PROVIDER : provider;
  const http = newsletterProvider ? createHttpMail(newsletterProvider, settings) : null;
  const isCloudflare = provider === 'cloudflare' || !http;
  const single: MailProvider = isCloudflare ? createCloudflareMail(settings, runtime.emailBinding) : http;
  // Providers limit requests per second.
  const inTurn = oneAtATime();
  return {
    async send(message) {
      runtime.waitUntil(inTurn(() => deliver(single, message, runtime.log)));
    },
    async pretend() {},
    async sendMany(call) {
      if (!http) throw new ConflictError(NO_NEWSLETTERS);
      return http.sendMany(call);
    },
    newslettersUnavailable: http ? null : NO_NEWSLETTERS,
    outbox: null,
  };
}

function createHttpMail(provider: 'http' | 'resend' | 'postmark', settings: WorkerSettings): HttpMail {
  return provider === 'postmark' ? createPostmark(settings) : createResend(settings);
}

/**
 * Retries transient failures after 200 ms and 400 ms, and rate-limited emails after the provider's delay. Up to half of
 * the delay is added at random, so that concurrent requests do not retry together.
 */
async function deliver(provider: MailProvider, message: MailMessage, log: Log): Promise<void> {
  const { subject } = message;
  const id = crypto.randomUUID();
  for (let waited = 0, retries = 0; ; ) {
    const failure = await provider.post(message, id);
    if (!failure) return log.write({ event: 'mail_sent', subject });
    const { reason, isRetryable, waitMs } = failure;
    const delay = waitMs === undefined ? FIRST_PAUSE_MS * 2 ** retries : waitMs * (1 + Math.random() / 2);
    if (waitMs === undefined) retries += 1;
    else waited += delay;
    if (!isRetryable || retries > RETRIES || waited > MAX_WAIT_MS)
      return log.write({ event: 'mail_failed', subject, reason });
    await pause(delay);
  }
}
