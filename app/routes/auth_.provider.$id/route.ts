// Away to a provider outside. A link and no form: the pages' policy lets forms lead to this site alone.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { toGoingTo } from '~/features/accounts/account';
import { listOfferedProviders } from '~/features/accounts/external/offered-providers';
import { toVisit } from '~/http/doors.server';
import { bindBrowser } from '~/http/flow-binding.server';
import { beginTrip } from '~/http/provider-trip.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { panelAddress } from '../auth/panels';
import { failSignIn } from '../auth_.provider._index/fail-sign-in.server';

const FOREIGN = new Set(['cross-site', 'same-site']);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, params, request, url } = toVisit(args);
  const id = params.id ?? '';
  if (!listOfferedProviders(ctx).some((provider) => provider.id === id))
    return new Response('This provider is not enabled.\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  const goingTo = toGoingTo(url.searchParams.get('redirect'));
  // A link on another site must not change who is signed in here: from there one begins at the page with the button.
  if (FOREIGN.has(request.headers.get('sec-fetch-site') ?? ''))
    return redirect(panelAddress('sign-in', goingTo), 302);
  try {
    const { departToProvider } = await import('~/features/accounts/external/provider-sign-in.server');
    const backTo = `${ctx.config.siteUrl}/auth/provider`;
    const { location, verifier } = await bindBrowser(ctx, request, (binding) =>
      departToProvider(ctx, id, backTo, binding),
    );
    beginTrip(ctx, { verifier, goingTo });
    return redirect(location, { status: 302, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    return failSignIn(ctx, error, goingTo);
  }
}
