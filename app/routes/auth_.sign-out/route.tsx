// Ends the session of this browser, or with `everywhere` all of them. A failure says so and leaves the session alone.
import {
  type ActionFunctionArgs,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { Form, Link, useActionData } from '@remix-run/react';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/account-notices';
import { signOut, signOutEverywhere } from '~/features/accounts/sessions.server';
import { toVisit } from '~/http/doors.server';
import { refuseForm } from '~/http/form-answer.server';
import { readForm } from '~/http/read-form.server';
import { dropTokens, findAnyViewer, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import authStyles from '~/styles/auth.css?url';
import { ToastProvider } from '~/ui/toast';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta: MetaFunction = () => [{ title: 'Sign out' }, { name: 'robots', content: 'noindex' }];

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const isEverywhere = (await readForm(visit.request)).text('scope') === 'everywhere';
  try {
    const viewer = await findAnyViewer(visit);
    // Nobody signed in any more: then this is what was wanted.
    if (viewer) await (isEverywhere ? signOutEverywhere(ctx, viewer) : signOut(ctx, viewer));
    await dropTokens(ctx);
    leaveNotice(ctx, isEverywhere ? 'signed-out-everywhere' : 'signed-out');
    return redirect('/', { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const intent = isEverywhere ? 'everywhere' : 'session';
    return refuseForm(ctx, error, { intent, title: FAILURES['sign-out'], typed: {}, fallback: TRY_AGAIN });
  }
}

export default function SignOut() {
  const refused = useActionData<typeof action>();
  return (
    <ToastProvider
      initial={refused && { title: refused.title, description: refused.message, destructive: true }}
    >
      <main className="auth__alone" id="content">
        <h1 className="headline headline--2">{refused?.title ?? 'Sign out'}</h1>
        {refused && <p className="auth__text">{refused.message} You are still signed in.</p>}
        <Form className="auth__form" method="post">
          <input type="hidden" name="scope" value={refused?.intent ?? 'session'} />
          <button className="button" type="submit">
            {refused ? 'Try again' : 'Sign Out'}
          </button>
          <Link className="link" to="/">
            Back to site
          </Link>
        </Form>
      </main>
    </ToastProvider>
  );
}
