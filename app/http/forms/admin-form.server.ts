// Actions of admin forms: an accepted form redirects with a notice.
import { data } from '@remix-run/cloudflare';
import type { Capability } from '~/features/accounts/capabilities';
import { adminAction } from '../session/guards.server';
import { type AdminNotice, acceptForm } from './admin-notice.server';
import { type Fields, type FormAction, type FormDefinition, formAction } from './form-action.server';

type Notice = Omit<AdminNotice, 'at'> & { to?: string };
/** A notice's title; a notice with the page to redirect to; or data for the page without a redirect. */
type Outcome<A> = string | Notice | { answer: A };

/** Creates the action of an admin page. It throws redirects, so that its type is what `useActionData` returns. */
export function adminForm<F extends Fields = Fields, A extends object = never>(
  definition: FormDefinition<F, Outcome<A>> & { capability: Capability },
): FormAction<A> {
  const { act, returnInput } = formAction(
    definition,
    'Please try again in a moment.',
    (ctx, outcome, next) => {
      if (typeof outcome !== 'string' && 'answer' in outcome) return data(outcome.answer);
      const { to = next, ...notice }: Notice = typeof outcome === 'string' ? { title: outcome } : outcome;
      return acceptForm(ctx, to, notice);
    },
  );
  return adminAction(definition.capability, act, returnInput);
}
