// Mail leaves through an HTTP provider, or stays in the outbox on a machine of our own.
import type { Database, Log, Mail, MailMessage } from './context';
import type { Settings } from './env.server';
import type { HttpMail } from './mail-call.server';
import { createOutbox } from './outbox.server';
import { createPostmark } from './postmark.server';
import { createResend } from './resend.server';

interface MailWorld {
  db: Database;
  log: Log;
  waitUntil(work: Promise<unknown>): void;
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

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
  const http = provider === 'postmark' ? createPostmark(settings) : createResend(settings);
  return {
    async send(message) {
      world.waitUntil(deliver(http, message, world.log));
    },
    async pretend() {},
    sendMany: (call) => http.sendMany(call),
    outbox: null,
  };
}

/** Failures that may pass are tried again after 200 ms, doubling. */
async function deliver(http: HttpMail, message: MailMessage, log: Log): Promise<void> {
  const { subject } = message;
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    const failure = await http.post(message);
    if (!failure) return log.write({ event: 'mail_sent', subject });
    reason = failure.reason;
    if (!failure.mayHelp) break;
  }
  log.write({ event: 'mail_failed', subject, reason });
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
