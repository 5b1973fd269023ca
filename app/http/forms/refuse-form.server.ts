// Answers a refused form with the reason and the submitted values, except passwords.
import { data } from '@remix-run/cloudflare';
import { ConflictError, InvalidError, isDomainError, JobRunningError, UnauthorizedError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { noteRetryAfter } from '../security/security-headers';

export interface RefusedForm {
  intent: string;
  title: string;
  message: string;
  /** Field name -> reason. */
  issues: Record<string, string>;
  typed: Record<string, string | string[]>;
  /** The session has ended: the form offers a sign-in link. */
  isSignedOut?: boolean | undefined;
  /** The page of the running job that prevents this one from starting. */
  progressTo?: string | undefined;
  /** Another editor saved in the meantime. */
  isStale?: boolean | undefined;
}

/** @throws the error itself when it is a Response, such as a redirect */
export function refuseForm(
  ctx: AppContext,
  error: unknown,
  form: Pick<RefusedForm, 'intent' | 'title' | 'typed'> & { fallback: string },
) {
  if (error instanceof Response) throw error;
  const isKnown = isDomainError(error);
  if (!isKnown) ctx.log.write({ event: 'failure', where: form.intent || form.title, reason: String(error) });
  const issues = error instanceof InvalidError ? error.issues : [];
  const answer: RefusedForm = {
    intent: form.intent,
    title: form.title,
    message: isKnown ? error.message : form.fallback,
    issues: Object.fromEntries(issues.map(({ field, message }) => [field, message])),
    typed: form.typed,
    ...(error instanceof UnauthorizedError && { isSignedOut: true }),
    ...(error instanceof ConflictError && { isStale: true }),
    ...(error instanceof JobRunningError && { progressTo: `/admin/jobs/${error.job.id}` }),
  };
  noteRetryAfter(ctx, error);
  return data(answer, { status: isKnown ? error.status : 500 });
}
