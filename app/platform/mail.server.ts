// Mail leaves through Cloudflare or an HTTP provider, letters through the latter alone; or it stays in the outbox on a machine of
// our own.
import { ConflictError } from '~/lib/errors';
import { createCloudflareMail } from './cloudflare-mail.server';
import type { Database, Log, Mail, MailMessage } from './context';
import type { Settings } from './env.server';
import type { Carrier, HttpMail } from './mail-call.server';
import { createOutbox } from './outbox.server';
import { createPostmark } from './postmark.server';
import { createResend } from './resend.server';

interface MailWorld {
  db: Database;
  log: Log;
  /** Cloudflare's, where it is bound. */
  postOffice: SendEmail | undefined;
  waitUntil(work: Promise<unknown>): void;
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
const NO_LETTERS =
  'No mail provider takes newsletters yet: Cloudflare sends account mail only. Set NEWSLETTER_PROVIDER to resend or postmark.';

export function createMail(settings: Settings, world: MailWorld): Mail {
  const mail = choose(settings, world);
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

/** Headers are a line each: what somebody typed as a name or a title begins no other. */
function inLines(message: MailMessage): MailMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, toLine(value)]);
  return {
    ...message,
    to: toLine(message.to),
    subject: toLine(message.subject),
    ...(message.headers && { headers: Object.fromEntries(headers) }),
  };
}

function choose(settings: Settings, world: MailWorld): Mail {
  const provider = settings.MAIL_PROVIDER ?? (settings.ENVIRONMENT === 'production' ? 'http' : 'outbox');
  if (provider === 'outbox') return createOutbox(world.db);
  const forLetters = provider === 'cloudflare' ? settings.NEWSLETTER_PROVIDER : provider;
  const http = forLetters ? createHttpMail(forLetters, settings) : null;
  const isCloudflare = provider === 'cloudflare' || !http;
  const carrier: Carrier = isCloudflare ? createCloudflareMail(settings, world.postOffice) : http;
  return {
    async send(message) {
      world.waitUntil(deliver(carrier, message, world.log));
    },
    async pretend() {},
    async sendMany(call) {
      if (!http) throw new ConflictError(NO_LETTERS);
      return http.sendMany(call);
    },
    whyNoLetters: http ? null : NO_LETTERS,
    outbox: null,
  };
}

function createHttpMail(provider: 'http' | 'resend' | 'postmark', settings: Settings): HttpMail {
  return provider === 'postmark' ? createPostmark(settings) : createResend(settings);
}

/** Failures that may pass are tried again after 200 ms, doubling. */
async function deliver(carrier: Carrier, message: MailMessage, log: Log): Promise<void> {
  const { subject } = message;
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    const failure = await carrier.post(message);
    if (!failure) return log.write({ event: 'mail_sent', subject });
    reason = failure.reason;
    if (!failure.mayHelp) break;
  }
  log.write({ event: 'mail_failed', subject, reason });
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
