// Starts sign-in with an external provider. Reached by a link instead of a form, because the form-action
// policy allows only this site.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { toSafeRedirect } from '~/features/accounts/account';
import { listOfferedProviders } from '~/features/accounts/providers/provider';
import { panelAddress } from '~/features/accounts/sign-in/panels';
import { toVisit } from '~/http/public-loader.server';
import { bindBrowser } from '~/http/session/flow-binding.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { failSignIn, startProviderFlow } from '~/http/session/provider-flow-cookie.server';

const CROSS_SITE = new Set(['cross-site', 'same-site']);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, params, request, url } = toVisit(args);
  const id = params.id ?? '';
  if (!listOfferedProviders(ctx).some((provider) => provider.id === id))
    return new Response('This provider is not enabled.\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  const goingTo = toSafeRedirect(url.searchParams.get('redirect'));
  // Sign-in must not start from a link on another site, so show the sign-in page instead.
  if (CROSS_SITE.has(request.headers.get('sec-fetch-site') ?? ''))
    return redirect(panelAddress('sign-in', goingTo), 302);
  try {
    const { startProviderSignIn } = await import('~/features/accounts/providers/provider-sign-in.server');
    const backTo = `${ctx.config.siteUrl}/auth/provider`;
    const { location, verifier } = await bindBrowser(ctx, request, (binding) =>
      startProviderSignIn(ctx, id, backTo, binding),
    );
    startProviderFlow(ctx, { verifier, goingTo });
    return redirect(location, { status: 302, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    return failSignIn(ctx, error, goingTo);
  }
}
