// Cloudflare's own binding, for single mails: it takes one at a time, knows no keys that make a repeat safe, and is meant for what
// somebody asked for, so newsletters go elsewhere.
import type { Settings } from './env.server';
import type { Carrier } from './mail-call.server';

/** Failures that may pass; all others that have a code will be the same the next time. */
const PASSING = ['E_RATE_LIMIT_EXCEEDED', 'E_INTERNAL_SERVER_ERROR'];
const SENDER = /^"?(.*?)"?\s*<([^<>]+)>$/;

export function createCloudflareMail(settings: Settings, binding: SendEmail | undefined): Carrier {
  const from = toSender(settings.MAIL_FROM);
  return {
    async post({ to, subject, text, html, headers }) {
      if (!binding) return { reason: 'EMAIL is not bound', mayHelp: false };
      try {
        await binding.send({ from, to, subject, text, html, ...(headers && { headers }) });
        return null;
      } catch (error) {
        const code = codeOf(error);
        return { reason: code ?? String(error), mayHelp: code === null || PASSING.includes(code) };
      }
    },
  };
}

/** `Name <address>`, or an address alone. */
function toSender(text: string): string | { name: string; email: string } {
  const [, name, email] = SENDER.exec(text.trim()) ?? [];
  if (!email) return text.trim();
  return name ? { name, email } : email;
}

function codeOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
