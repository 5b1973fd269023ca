// After a failed provider sign-in: redirects to the sign-in page with a notice.
import { redirect } from '@remix-run/cloudflare';
import { panelAddress } from '~/features/accounts/sign-in/panels';
import { isDomainError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { addCookies } from './pending-cookies.server';
import { setNotice } from './session.server';

export function failSignIn(ctx: AppContext, error: unknown, goingTo: string | null): Response {
  const reason = String(error);
  // Domain errors below 500 are caused by the person or the URL; the rest are our failures or the provider's.
  if (isDomainError(error) && error.status < 500)
    ctx.log.write({ event: 'sign_in_failed', reason: 'provider', detail: reason });
  else ctx.log.write({ event: 'failure', where: 'provider', reason });
  setNotice(ctx, error instanceof TooManyError ? 'provider-throttled' : 'provider-failed');
  return redirect(panelAddress('sign-in', goingTo), { status: 303, headers: addCookies(ctx, new Headers()) });
}
