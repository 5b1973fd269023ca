// The sign-in page: sign in, sign up, reset a forgotten password, set a new one. The URL selects the panel.
import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  landingPath,
  needsSecondFactor,
  SESSION_MISSING,
  secondFactorPath,
  toSafeRedirect,
} from '~/features/accounts/account';
import { resendFromPage } from '~/features/accounts/api/resend.server';
import { UnconfirmedError } from '~/features/accounts/auth-error';
import { listOfferedProviders } from '~/features/accounts/providers/provider';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PANELS, panelOf } from '~/features/accounts/sign-in/panels';
import { requestReset, setForgottenPassword } from '~/features/accounts/sign-in/recovery.server';
import { signUp } from '~/features/accounts/sign-in/sign-up.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { publicLoader, toVisit, type Visit } from '~/http/public-loader.server';
import { authenticateForm } from '~/http/session/authenticate-form.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import {
  findAnyViewer,
  findSessionViewer,
  keepTokens,
  noticeOf,
  rememberDevice,
  setNotice,
} from '~/http/session/session.server';
import { UnauthorizedError } from '~/lib/errors';
import errorScreenStyles from '~/styles/components/error-screen.css?url';
import authStyles from '~/styles/site/auth.css?url';
import { ErrorScreen } from '~/ui/error-screen';
import { AuthPage } from './auth-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta = noIndexMeta('Sign in');

/** The intents of the page's forms: one per panel, plus resending the sign-up email. */
const INTENTS = [...PANELS, 'resend'] as const;

export const loader = publicLoader(async (visit) => {
  const { ctx, url, request } = visit;
  const [sessionViewer, settings] = await Promise.all([findAnyViewer(visit), getSiteSettings(ctx)]);
  const goingTo = toSafeRedirect(url.searchParams.get('redirect'));
  const panel = panelOf(url.searchParams);
  // A session from an email link still needs its second factor, even before setting a new password.
  if (sessionViewer && needsSecondFactor(sessionViewer) && panel === 'new-password')
    // An explicit hash, because browsers otherwise carry over the old one, which may contain tokens.
    throw redirect(`${secondFactorPath(true)}#content`);
  const viewer = sessionViewer && needsSecondFactor(sessionViewer) ? null : sessionViewer;
  return {
    name: settings.name,
    panel,
    redirect: goingTo,
    viewer: viewer && { name: viewer.fullName || viewer.email, landing: landingPath(viewer, goingTo) },
    notice: noticeOf(request, ctx.config.isHttps),
    providers: listOfferedProviders(ctx),
  };
});

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args as LoaderFunctionArgs);
  const form = await readForm(visit.request);
  const intent = INTENTS.find((known) => known === form.text('intent')) ?? 'sign-in';
  try {
    const location = await accept(intent, visit, form);
    return redirect(location, { status: 303, headers: addCookies(visit.ctx, new Headers()) });
  } catch (error) {
    const signUp = error instanceof UnconfirmedError ? (error.signUpId ?? '') : form.text('signUp');
    const typed = {
      email: form.text('email').trim(),
      fullName: form.text('fullName').trim(),
      ...((intent === 'resend' || error instanceof UnconfirmedError) && { signUp }),
    };
    return refuseForm(visit.ctx, error, {
      intent: intent === 'resend' ? 'sign-in' : intent,
      title: FAILURES[intent],
      typed,
      fallback: TRY_AGAIN,
    });
  }
}

/** Handles the form and returns the path to redirect to. */
async function accept(intent: (typeof INTENTS)[number], visit: Visit, form: PostedForm): Promise<string> {
  const { ctx, url, request } = visit;
  const goingTo = url.searchParams.get('redirect');
  if (intent === 'sign-in') {
    const { viewer, tokens } = await authenticateForm(ctx, request, await findCurrent(visit));
    await keepTokens(ctx, tokens);
    const landing = landingPath(viewer, goingTo);
    if (needsSecondFactor(viewer)) return `/auth/second-factor?redirect=${encodeURIComponent(landing)}`;
    await rememberDevice(ctx, tokens);
    setNotice(ctx, 'signed-in');
    return landing;
  }
  const signInPage = toSafeRedirect(goingTo)
    ? `/auth?redirect=${encodeURIComponent(goingTo ?? '')}`
    : '/auth';
  if (intent === 'sign-up') {
    const { text } = form;
    await signUp(ctx, { fullName: text('fullName'), email: text('email'), password: text('password') });
    setNotice(ctx, 'signed-up');
    return signInPage;
  }
  if (intent === 'resend') {
    await resendFromPage(ctx, { email: form.text('email'), signUpId: form.text('signUp') });
    setNotice(ctx, 'verification-sent');
    return signInPage;
  }
  if (intent === 'forgot') {
    await requestReset(ctx, { email: form.text('email') });
    setNotice(ctx, 'reset-sent');
    return signInPage;
  }
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
  await setForgottenPassword(ctx, viewer, { password: form.text('password') });
  setNotice(ctx, 'password-updated');
  return landingPath(viewer, goingTo);
}

/** The viewer of the current session, or null. A failure here must not prevent the new sign-in. */
async function findCurrent(visit: Visit) {
  try {
    return await findAnyViewer(visit);
  } catch {
    return null;
  }
}

export default function Auth() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <AuthPage page={page} refused={refused ?? null} />;
}

export function ErrorBoundary() {
  return (
    <main id="content">
      <link rel="stylesheet" href={errorScreenStyles} />
      <ErrorScreen
        title="Sign-in is unavailable"
        message="We couldn’t reach the account service. Please try again in a moment."
        retry="data"
      />
    </main>
  );
}
