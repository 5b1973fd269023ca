// Tokens from an address's hash become the session cookie. The Origin was checked before (origin-check.ts).
import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, owesFactor, secondFactorPath } from '~/features/accounts/account';
import { LINK_DEAD } from '~/features/accounts/account-notices';
import { takeOverTokens } from '~/features/accounts/sessions.server';
import { toVisit } from '~/http/doors.server';
import { readForm } from '~/http/read-form.server';
import { findSessionViewer, keepTokens, leaveNotice, rememberDevice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { ConflictError, isDomainError } from '~/lib/errors';

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const form = await readForm(visit.request);
  const pair = { access: form.text('access_token'), refresh: form.text('refresh_token') };
  try {
    const current = await findSessionViewer(visit);
    const { viewer, tokens } = await takeOverTokens(ctx, pair, current, form.text('replace') === 'yes');
    await keepTokens(ctx, tokens);
    const isRecovery = form.text('type') === 'recovery';
    if (owesFactor(viewer))
      return redirect(secondFactorPath(isRecovery), { status: 303, headers: addCookies(ctx, new Headers()) });
    await rememberDevice(ctx, tokens);
    leaveNotice(ctx, isRecovery ? 'link-verified' : 'verified');
    const location = isRecovery ? '/auth?reset=true' : landingPath({ role: viewer.role }, '/');
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/auth/session', reason: String(error) });
    const message = isDomainError(error) ? error.message : LINK_DEAD;
    const status = isDomainError(error) ? error.status : 500;
    return Response.json({ message, conflict: error instanceof ConflictError }, { status });
  }
}

export function loader() {
  return redirect('/auth');
}
