// A sign-in through a provider that came to nothing: back to the page with all the other ways, which says so.
import { redirect } from '@remix-run/cloudflare';
import { leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { isDomainError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { panelAddress } from '../auth/panels';

export function failSignIn(ctx: AppContext, error: unknown, goingTo: string | null): Response {
  const reason = String(error);
  // A code that was changed, or none: somebody's mistake on the way. What else fails is ours, or the provider's.
  if (isDomainError(error) && error.status < 500)
    ctx.log.write({ event: 'sign_in_failed', reason: 'provider', detail: reason });
  else ctx.log.write({ event: 'failure', where: 'provider', reason });
  leaveNotice(ctx, error instanceof TooManyError ? 'provider-throttled' : 'provider-failed');
  return redirect(panelAddress('sign-in', goingTo), { status: 303, headers: addCookies(ctx, new Headers()) });
}
