// Mail leaves through an HTTP provider, or stays in the outbox on a machine of our own.
import type { Database, Log, Mail, MailMessage } from './context';
import type { Settings } from './env.server';
import { createOutbox } from './outbox.server';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 10_000;

interface MailWorld {
  db: Database;
  log: Log;
  waitUntil(work: Promise<unknown>): void;
}

export function createMail(settings: Settings, world: MailWorld): Mail {
  const provider = settings.MAIL_PROVIDER ?? (settings.ENVIRONMENT === 'production' ? 'http' : 'outbox');
  if (provider === 'outbox') return createOutbox(world.db);
  return {
    async send(message) {
      world.waitUntil(deliver(settings, message, world.log));
    },
    async pretend() {},
    outbox: null,
  };
}

/** Posts as Resend and its likes take it. Failures that may pass are tried again after 200 ms, doubling. */
async function deliver(settings: Settings, message: MailMessage, log: Log): Promise<void> {
  const { subject } = message;
  let reason = 'MAIL_API_URL is missing';
  for (let attempt = 0; settings.MAIL_API_URL && attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    try {
      const response = await fetch(settings.MAIL_API_URL, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.MAIL_API_KEY ?? ''}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ from: settings.MAIL_FROM, ...message, to: [message.to] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) return log.write({ event: 'mail_sent', subject });
      reason = `status ${response.status}`;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  log.write({ event: 'mail_failed', subject, reason });
}
