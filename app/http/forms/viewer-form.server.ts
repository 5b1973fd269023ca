// Actions of the account pages' forms: an accepted form redirects and the next page shows a notice.
import { data, redirect } from '@remix-run/cloudflare';
import { type NoticeName, TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { viewerAction } from '../session/guards.server';
import { addCookies } from '../session/pending-cookies.server';
import { setNotice } from '../session/session.server';
import { type Fields, type FormAction, type FormDefinition, formAction } from './form-action.server';

/** A notice, null for none; a notice with the page to redirect to; or data for the page without a redirect. */
type Outcome<A> = NoticeName | null | { notice: NoticeName | null; to: string } | { answer: A };

/** Like `adminForm`, for any signed-in account. */
export function viewerForm<F extends Fields = Fields, A extends object = never>(
  definition: FormDefinition<F, Outcome<A>>,
): FormAction<A> {
  const { act, returnInput } = formAction(definition, TRY_AGAIN, (ctx, outcome, next) => {
    const isNotice = outcome === null || typeof outcome === 'string';
    if (!isNotice && 'answer' in outcome) return data(outcome.answer);
    const { notice, to } = isNotice ? { notice: outcome, to: next } : outcome;
    if (notice) setNotice(ctx, notice);
    throw redirect(to, { status: 303, headers: addCookies(ctx, new Headers()) });
  });
  return viewerAction(act, returnInput);
}
