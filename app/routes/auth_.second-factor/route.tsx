// Between password and welcome, for whoever has an authenticator app: its code.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { landingPath, owesCode, SESSION_MISSING } from '~/features/accounts/account';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/account-notices';
import { AuthError } from '~/features/accounts/auth-error';
import { getSiteSettings } from '~/features/settings/settings.server';
import { publicLoader, toVisit } from '~/http/doors.server';
import { refuseForm } from '~/http/form-answer.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { findAnyViewer, keepTokens, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { UnauthorizedError } from '~/lib/errors';
import authStyles from '~/styles/auth.css?url';
import { FormField } from '~/ui/form-field';
import { ToastProvider } from '~/ui/toast';
import { AuthFrame } from '../auth/auth-frame';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Enter your code' },
  { name: 'robots', content: 'noindex' },
];

const WRONG_CODE = 'That code is wrong, or was used already. The app shows a new one every 30 seconds.';

export const loader = publicLoader(async (visit) => {
  const [viewer, { name }] = await Promise.all([findAnyViewer(visit), getSiteSettings(visit.ctx)]);
  if (!viewer) throw redirect('/auth');
  if (!owesCode(viewer)) throw redirect(landingPath(viewer, visit.url.searchParams.get('redirect')));
  return { name, email: viewer.email };
});

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, url } = visit;
  const form = await readForm(visit.request);
  try {
    const viewer = await findAnyViewer(visit);
    if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
    // Loaded by those who have a second factor.
    const { showCode } = await import('~/features/accounts/factors/factors.server');
    const { tokens } = await showCode(ctx, viewer, form.text('code').replace(/\s/g, ''));
    await keepTokens(ctx, tokens);
    const isReset = url.searchParams.get('then') === 'new-password';
    if (!isReset) leaveNotice(ctx, 'signed-in');
    const location = isReset ? '/auth?reset=true' : landingPath(viewer, url.searchParams.get('redirect'));
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const isWrong = error instanceof AuthError && error.code === 'mfa_verification_failed';
    const said = isWrong
      ? new AuthError('mfa_verification_failed', WRONG_CODE, [{ field: 'code', message: WRONG_CODE }])
      : error;
    return refuseForm(ctx, said, {
      intent: 'second-factor',
      title: FAILURES['sign-in'],
      typed: {},
      fallback: TRY_AGAIN,
    });
  }
}

export default function SecondFactor() {
  const { name, email } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isPending = useNavigation().state !== 'idle';
  const general = refused && Object.keys(refused.issues).length === 0 ? refused.message : null;
  return (
    <ToastProvider
      initial={refused ? { title: refused.title, description: refused.message, destructive: true } : null}
    >
      <AuthFrame name={name}>
        <section className="auth__panel">
          <h1 className="headline headline--2">Enter your code</h1>
          <p className="auth__text">
            Your authenticator app shows six digits for <strong>{email}</strong>.
          </p>
          <Form className="auth__form" method="post" replace>
            {general && <p className="auth__refusal">{general}</p>}
            <FormField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={12}
              error={refused?.issues.code}
            />
            <button className="button button--large" type="submit" disabled={isPending}>
              {isPending ? 'Checking…' : 'Continue'}
            </button>
          </Form>
          <Form className="auth__form" method="post" action="/auth/sign-out">
            <button className="auth__aside-link link" type="submit">
              Sign in as somebody else
            </button>
          </Form>
        </section>
      </AuthFrame>
    </ToastProvider>
  );
}

export function ErrorBoundary() {
  return (
    <main id="content">
      <PageError title="Enter your code" fallback={TRY_AGAIN} />
    </main>
  );
}
