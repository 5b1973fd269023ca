// The callback of an external provider. Exchanges the code, using the PKCE verifier from this browser's
// cookie.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, needsSecondFactor } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import { toVisit } from '~/http/public-loader.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { endProviderFlow, failSignIn } from '~/http/session/provider-flow-cookie.server';
import { findAnyViewer, keepTokens, rememberDevice, setNotice } from '~/http/session/session.server';
import { cutText } from '~/lib/text';

const MAX_LENGTH = 200;

export async function loader(args: LoaderFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, url, request } = visit;
  const flow = endProviderFlow(ctx, request);
  const param = (name: string) => cutText(url.searchParams.get(name) ?? '', 0, MAX_LENGTH);
  const code = param('code');
  try {
    if (!flow || !code)
      throw new AuthError('bad_oauth_callback', param('error_description') || 'No code was returned');
    const { finishProviderSignIn } = await import('~/features/accounts/providers/provider-sign-in.server');
    const current = await findAnyViewer(visit);
    const { viewer, tokens } = await finishProviderSignIn(ctx, { code, verifier: flow.verifier }, current);
    await keepTokens(ctx, tokens);
    const landing = landingPath(viewer, flow.goingTo);
    const owes = needsSecondFactor(viewer);
    if (!owes) {
      await rememberDevice(ctx, tokens);
      setNotice(ctx, 'signed-in');
    }
    const location = owes ? `/auth/second-factor?redirect=${encodeURIComponent(landing)}` : landing;
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    return failSignIn(ctx, error, flow?.goingTo ?? null);
  }
}
