// Signing in and up, and the way back in after a forgotten password. One form at a time; the address says which.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  landingPath,
  owesFactor,
  SESSION_MISSING,
  secondFactorPath,
  toGoingTo,
} from '~/features/accounts/account';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/account-notices';
import { resendFromPage } from '~/features/accounts/api/resend.server';
import { UnconfirmedError } from '~/features/accounts/auth-error';
import { listOfferedProviders } from '~/features/accounts/external/offered-providers';
import { requestReset, setForgottenPassword } from '~/features/accounts/recovery.server';
import { signUp } from '~/features/accounts/sign-up.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { publicLoader, toVisit, type Visit } from '~/http/doors.server';
import { refuseForm } from '~/http/form-answer.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import {
  findAnyViewer,
  findSessionViewer,
  keepTokens,
  leaveNotice,
  noticeOf,
  rememberDevice,
} from '~/http/session.server';
import { authenticateForm } from '~/http/sign-in.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { UnauthorizedError } from '~/lib/errors';
import authStyles from '~/styles/auth.css?url';
import { ErrorScreen } from '~/ui/error-screen';
import { AuthPage } from './auth-page';
import { PANELS, panelOf } from './panels';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }];

/** What a form of this page asks for: that of a panel, or the email of a sign-up once more. */
const INTENTS = [...PANELS, 'resend'] as const;

export const loader = publicLoader(async (visit) => {
  const { ctx, url, request } = visit;
  const [anyone, settings] = await Promise.all([findAnyViewer(visit), getSiteSettings(ctx)]);
  const goingTo = toGoingTo(url.searchParams.get('redirect'));
  const panel = panelOf(url.searchParams);
  // A link of a mail opened a session that has yet to show its code, before a new password too.
  if (anyone && owesFactor(anyone) && panel === 'new-password')
    // With a hash of its own: browsers carry the old one over otherwise, and tokens may be in it.
    throw redirect(`${secondFactorPath(true)}#content`);
  const viewer = anyone && owesFactor(anyone) ? null : anyone;
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

/** Does what the form asks for and gives where to go then. */
async function accept(intent: (typeof INTENTS)[number], visit: Visit, form: PostedForm): Promise<string> {
  const { ctx, url, request } = visit;
  const goingTo = url.searchParams.get('redirect');
  if (intent === 'sign-in') {
    const { viewer, tokens } = await authenticateForm(ctx, request, await findCurrent(visit));
    await keepTokens(ctx, tokens);
    const landing = landingPath(viewer, goingTo);
    if (owesFactor(viewer)) return `/auth/second-factor?redirect=${encodeURIComponent(landing)}`;
    await rememberDevice(ctx, tokens);
    leaveNotice(ctx, 'signed-in');
    return landing;
  }
  const signInPage = toGoingTo(goingTo) ? `/auth?redirect=${encodeURIComponent(goingTo ?? '')}` : '/auth';
  if (intent === 'sign-up') {
    const { text } = form;
    await signUp(ctx, { fullName: text('fullName'), email: text('email'), password: text('password') });
    leaveNotice(ctx, 'signed-up');
    return signInPage;
  }
  if (intent === 'resend') {
    await resendFromPage(ctx, { email: form.text('email'), signUpId: form.text('signUp') });
    leaveNotice(ctx, 'verification-sent');
    return signInPage;
  }
  if (intent === 'forgot') {
    await requestReset(ctx, { email: form.text('email') });
    leaveNotice(ctx, 'reset-sent');
    return signInPage;
  }
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
  await setForgottenPassword(ctx, viewer, { password: form.text('password') });
  leaveNotice(ctx, 'password-updated');
  return landingPath(viewer, goingTo);
}

/** Who is signed in already, if that can be known: a sign-in does not fail over the session it replaces. */
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
      <ErrorScreen
        title="Sign in is not possible right now"
        message="We cannot reach the accounts. Please try again in a moment."
        retry
      />
    </main>
  );
}
