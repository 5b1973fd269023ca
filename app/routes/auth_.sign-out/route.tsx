// Ends this browser's session, or all sessions with `everywhere`. If it fails, the session stays and the page
// says so.
import { type ActionFunctionArgs, type LinksFunction, redirect } from '@remix-run/cloudflare';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { signOut, signOutEverywhere } from '~/features/accounts/sessions/sessions.server';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { publicLoader, toVisit } from '~/http/public-loader.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { dropTokens, findAnyViewer, setNotice } from '~/http/session/session.server';
import { AuthFrame } from '~/layouts/account/auth-frame';
import { toRefusalToast } from '~/layouts/account/refusal-toast';
import authStyles from '~/styles/site/auth.css?url';
import { ToastProvider } from '~/ui/toast';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta = noIndexMeta('Sign out');

export const loader = publicLoader(async ({ ctx }) => ({ name: (await getSiteSettings(ctx)).name }));

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const isEverywhere = (await readForm(visit.request)).text('scope') === 'everywhere';
  try {
    const viewer = await findAnyViewer(visit);
    // Without a session there is nothing to end.
    if (viewer) await (isEverywhere ? signOutEverywhere(ctx, viewer) : signOut(ctx, viewer));
    await dropTokens(ctx);
    setNotice(ctx, isEverywhere ? 'signed-out-everywhere' : 'signed-out');
    return redirect('/', { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const intent = isEverywhere ? 'everywhere' : 'session';
    return refuseForm(ctx, error, { intent, title: FAILURES['sign-out'], typed: {}, fallback: TRY_AGAIN });
  }
}

export default function SignOut() {
  const { name } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ToastProvider initial={refused && toRefusalToast(refused, refused.title, refused.message)}>
      <AuthFrame name={name}>
        <h1 className="headline headline--2">{refused?.title ?? 'Sign out'}</h1>
        {refused && <p className="auth__text">{refused.message} You’re still signed in.</p>}
        <Form className="auth__form" method="post">
          <input type="hidden" name="scope" value={refused?.intent ?? 'session'} />
          <button className="button button--large" type="submit">
            {refused ? 'Try Again' : 'Sign Out'}
          </button>
        </Form>
      </AuthFrame>
    </ToastProvider>
  );
}
