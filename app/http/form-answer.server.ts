// What a refused form answers: the reason in a sentence, and all that was typed but passwords.
import { data } from '@remix-run/cloudflare';
import { ConflictError, InvalidError, isDomainError, UnauthorizedError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from './failure-headers.server';

export interface RefusedForm {
  intent: string;
  title: string;
  message: string;
  /** Field -> reason. */
  issues: Record<string, string>;
  typed: Record<string, string | string[]>;
  /** Nobody is signed in any more: the form offers the way to sign in. */
  isSignedOut?: boolean;
  /** Somebody else saved meanwhile, and the reason says so. */
  isStale?: boolean;
}

/** @throws what is no failure of the form at all: redirects */
export function refuseForm(
  ctx: AppContext,
  error: unknown,
  form: Pick<RefusedForm, 'intent' | 'title' | 'typed'> & { fallback: string },
) {
  if (error instanceof Response) throw error;
  const isKnown = isDomainError(error);
  if (!isKnown) ctx.log.write({ event: 'failure', where: form.intent, reason: String(error) });
  const issues = error instanceof InvalidError ? error.issues : [];
  const answer: RefusedForm = {
    intent: form.intent,
    title: form.title,
    message: isKnown ? error.message : form.fallback,
    issues: Object.fromEntries(issues.map(({ field, message }) => [field, message])),
    typed: form.typed,
    ...(error instanceof UnauthorizedError && { isSignedOut: true }),
    ...(error instanceof ConflictError && { isStale: true }),
  };
  return data(answer, { status: isKnown ? error.status : 500, headers: failureHeaders(error) });
}
