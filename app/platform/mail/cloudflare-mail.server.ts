// Sends single emails through Cloudflare's binding. It has no batches and no idempotency keys and is meant
// for transactional email, so newsletters need another provider.
import { textPropertyOf } from '~/lib/properties';
import type { WorkerSettings } from '../env.server';
import type { MailProvider } from './mail-call.server';

/** Transient errors. All others with a code are permanent. */
const RATE_LIMITED = 'E_RATE_LIMIT_EXCEEDED';
const TRANSIENT = [RATE_LIMITED, 'E_INTERNAL_SERVER_ERROR'];
/** The binding names no delay. */
const RATE_LIMIT_WAIT_MS = 1_000;
const SENDER = /^"?(.*?)"?\s*<([^<>]+)>$/;

export function createCloudflareMail(settings: WorkerSettings, binding: SendEmail | undefined): MailProvider {
  const from = toSender(settings.MAIL_FROM);
  return {
    async post({ to, subject, text, html, headers }) {
      if (!binding) return { reason: 'EMAIL is not bound', isRetryable: false };
      try {
        await binding.send({ from, to, subject, text, html, ...(headers && { headers }) });
        return null;
      } catch (error) {
        const code = codeOf(error);
        return {
          reason: code ?? String(error),
          isRetryable: code === null || TRANSIENT.includes(code),
          ...(code === RATE_LIMITED && { waitMs: RATE_LIMIT_WAIT_MS }),
        };
      }
    },
  };
}

/** Parses `Name <address>` or an address alone. */
function toSender(text: string): string | { name: string; email: string } {
  const [, name, email] = SENDER.exec(text.trim()) ?? [];
  if (!email) return text.trim();
  return name ? { name, email } : email;
}

function codeOf(error: unknown): string | null {
  return textPropertyOf(error, 'code') || null;
}
