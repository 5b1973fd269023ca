// Actions of admin forms: an accepted form redirects with a notice.
import { data } from '@remix-run/cloudflare';
import type { Capability } from '~/features/accounts/capabilities';
import { JobRunningError, type RunningJob } from '~/lib/errors';
import { adminAction } from '../session/guards.server';
import { type AdminNotice, acceptForm } from './admin-notice.server';
import {
  type Fields,
  type FormAction,
  type FormDefinition,
  formAction,
  type Submission,
} from './form-action.server';

type Notice = Omit<AdminNotice, 'at'> & { to?: string };
/** A notice's title; a notice with the page to redirect to; or data for the page without a redirect. */
type Outcome<A> = string | Notice | { answer: A };

interface AdminFormDefinition<F extends Fields, A> extends FormDefinition<F, Outcome<A>> {
  capability: Capability;
  /**
   * The page of the running job that blocks this one; null to show the form with an error.
   */
  runningAt?: (job: RunningJob, submission: Submission<F>) => string | null;
}

/** Creates the action of an admin page. It throws redirects, so that its type is what `useActionData` returns. */
export function adminForm<F extends Fields = Fields, A extends object = never>(
  definition: AdminFormDefinition<F, A>,
): FormAction<A> {
  const { act, returnInput } = formAction(
    { ...definition, recover: (error, submission) => showRunning(error, submission, definition) },
    'Please try again in a moment.',
    (ctx, outcome, next) => {
      if (typeof outcome !== 'string' && 'answer' in outcome) return data(outcome.answer);
      const { to = next, ...notice }: Notice = typeof outcome === 'string' ? { title: outcome } : outcome;
      return acceptForm(ctx, to, notice);
    },
  );
  return adminAction(definition.capability, act, returnInput);
}

function showRunning<F extends Fields, A>(
  error: unknown,
  submission: Submission<F>,
  { runningAt = () => null }: AdminFormDefinition<F, A>,
): Notice | null {
  if (!(error instanceof JobRunningError)) return null;
  const { message, job } = error;
  const to = runningAt(job, submission);
  const who = job.startedBy ? ` ${job.startedBy} started it.` : '';
  return to === null ? null : { title: 'Already running', description: message + who, to };
}
