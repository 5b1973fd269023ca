// A sign-in through a provider that came to nothing: back to the page with all the other ways, which says so.
import { redirect } from '@remix-run/cloudflare';
import { leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import type { AppContext } from '~/platform/context';
import { panelAddress } from '../auth/panels';

export function failSignIn(ctx: AppContext, error: unknown, goingTo: string | null): Response {
  ctx.log.write({ event: 'failure', where: 'provider', reason: String(error) });
  leaveNotice(ctx, 'provider-failed');
  return redirect(panelAddress('sign-in', goingTo), { status: 303, headers: addCookies(ctx, new Headers()) });
}
