// Exchanges tokens from a URL hash for the session cookie. Asks the person first if this browser did not
// request the link. The origin check runs before (origin-check.ts).
import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, needsSecondFactor, secondFactorPath } from '~/features/accounts/account';
import { adoptTokens } from '~/features/accounts/sessions/sessions.server';
import { MAIL_LINK_DEAD, noticeOfLink } from '~/features/accounts/sign-in/account-notices';
import { readForm } from '~/http/forms/read-form.server';
import { toVisit } from '~/http/public-loader.server';
import { readBinding } from '~/http/session/flow-binding.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { findAnyViewer, keepTokens, rememberDevice, setNotice } from '~/http/session/session.server';
import { isDomainError } from '~/lib/errors';

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, request } = visit;
  const form = await readForm(request);
  const pair = { access: form.text('access_token'), refresh: form.text('refresh_token') };
  try {
    const isConfirmed = form.text('confirmed') === 'yes';
    const adoption = {
      current: await findAnyViewer(visit),
      binding: readBinding(ctx, request),
      isConfirmed,
    };
    const adopted = await adoptTokens(ctx, pair, adoption);
    if (!('tokens' in adopted)) return Response.json({ question: adopted }, { status: 409 });
    const { viewer, tokens } = adopted;
    await keepTokens(ctx, tokens, viewer);
    const type = form.text('type');
    const choosesPassword = type === 'recovery' || type === 'email_undo';
    const isOwing = needsSecondFactor(viewer);
    // If the page had to ask, the tokens may be from someone else, so the notice does not call the address verified.
    const notice = noticeOfLink(isConfirmed ? '' : type, isOwing);
    if (notice) setNotice(ctx, notice);
    if (isOwing)
      return redirect(secondFactorPath(choosesPassword), {
        status: 303,
        headers: addCookies(ctx, new Headers()),
      });
    await rememberDevice(ctx, tokens);
    const location = choosesPassword ? '/auth?reset=true' : landingPath({ role: viewer.role }, '/');
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/auth/session', reason: String(error) });
    const message = isDomainError(error) ? error.message : MAIL_LINK_DEAD;
    return Response.json({ message }, { status: isDomainError(error) ? error.status : 500 });
  }
}

export function loader() {
  return redirect('/auth');
}
