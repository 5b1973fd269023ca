// Back from a provider outside, with a code that the verifier in this browser's cookie opens.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, owesFactor } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import { toVisit } from '~/http/doors.server';
import { endTrip } from '~/http/provider-trip.server';
import { findAnyViewer, keepTokens, leaveNotice, rememberDevice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { failSignIn } from './fail-sign-in.server';

const LONGEST = 200;

export async function loader(args: LoaderFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, url, request } = visit;
  const trip = endTrip(ctx, request);
  const said = (name: string) => (url.searchParams.get(name) ?? '').slice(0, LONGEST);
  const code = said('code');
  try {
    if (!trip || !code)
      throw new AuthError('bad_oauth_callback', said('error_description') || 'No code came');
    const { arriveFromProvider } = await import('~/features/accounts/external/provider-sign-in.server');
    const current = await findAnyViewer(visit);
    const { viewer, tokens } = await arriveFromProvider(ctx, { code, verifier: trip.verifier }, current);
    await keepTokens(ctx, tokens);
    const landing = landingPath(viewer, trip.goingTo);
    const owes = owesFactor(viewer);
    if (!owes) {
      await rememberDevice(ctx, tokens);
      leaveNotice(ctx, 'signed-in');
    }
    const location = owes ? `/auth/second-factor?redirect=${encodeURIComponent(landing)}` : landing;
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    return failSignIn(ctx, error, trip?.goingTo ?? null);
  }
}
