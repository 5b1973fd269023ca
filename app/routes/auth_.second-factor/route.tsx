// Between password and welcome, for whoever has a second factor: a code, a passkey, or a recovery code.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { landingPath, owesFactor, SESSION_MISSING, type Viewer } from '~/features/accounts/account';
import { FAILURES, TRY_AGAIN } from '~/features/accounts/account-notices';
import { AuthError } from '~/features/accounts/auth-error';
import { getSiteSettings } from '~/features/settings/settings.server';
import { publicLoader, toVisit } from '~/http/doors.server';
import { refuseForm } from '~/http/form-answer.server';
import { PageError } from '~/http/page-error';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { findAnyViewer, keepTokens, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { UnauthorizedError } from '~/lib/errors';
import type { AppContext, TokenPair } from '~/platform/context';
import authStyles from '~/styles/auth.css?url';
import { ToastProvider } from '~/ui/toast';
import { AuthFrame } from '../auth/auth-frame';
import { SecondFactorPanel } from './second-factor-panel';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Second step' }, { name: 'robots', content: 'noindex' }];

const WITH_RECOVERY = 'recovery';
const WRONG_RECOVERY_CODE = 'That is none of your recovery codes, or it was used already.';
const WRONG_CODE = 'That code is wrong, or was used already. The app shows a new one every 30 seconds.';

export const loader = publicLoader(async (visit) => {
  const [viewer, { name }] = await Promise.all([findAnyViewer(visit), getSiteSettings(visit.ctx)]);
  if (!viewer) throw redirect('/auth');
  if (!owesFactor(viewer)) throw redirect(landingPath(viewer, visit.url.searchParams.get('redirect')));
  const { searchParams } = visit.url;
  const { email, hasCodes, hasPasskeys } = viewer;
  const isRecovery = searchParams.get('with') === WITH_RECOVERY;
  return {
    name,
    email,
    hasCodes,
    hasPasskeys,
    isRecovery,
    other: otherWay(visit.url, isRecovery),
    way: { redirect: searchParams.get('redirect') ?? '', after: searchParams.get('then') ?? '' },
  };
});

/** This page with a recovery code in place of the factor, or back; where the person was going stays. */
function otherWay(url: URL, isRecovery: boolean): string {
  const params = new URLSearchParams(url.searchParams);
  if (isRecovery) params.delete('with');
  else params.set('with', WITH_RECOVERY);
  const query = params.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, url } = visit;
  const form = await readForm(visit.request);
  try {
    const viewer = await findAnyViewer(visit);
    if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
    await keepTokens(ctx, await showForm(ctx, viewer, form));
    const isReset = url.searchParams.get('then') === 'new-password';
    if (!isReset) leaveNotice(ctx, form.has('recoveryCode') ? 'recovery-code-used' : 'signed-in');
    const location = isReset ? '/auth?reset=true' : landingPath(viewer, url.searchParams.get('redirect'));
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const isWrong = error instanceof AuthError && error.code === 'mfa_verification_failed';
    const isRecovery = form.has('recoveryCode');
    const field = isRecovery ? 'recoveryCode' : 'code';
    const message = isRecovery ? WRONG_RECOVERY_CODE : WRONG_CODE;
    const said = isWrong ? new AuthError('mfa_verification_failed', message, [{ field, message }]) : error;
    return refuseForm(ctx, said, {
      intent: 'second-factor',
      title: FAILURES['sign-in'],
      typed: {},
      fallback: TRY_AGAIN,
    });
  }
}

/** What the form shows raises the session. The services are loaded by those who have a second factor. */
async function showForm(ctx: AppContext, viewer: Viewer, form: PostedForm): Promise<TokenPair> {
  if (form.has('recoveryCode')) {
    const { showRecoveryCode } = await import('~/features/accounts/factors/recovery-codes.server');
    return (await showRecoveryCode(ctx, viewer, form.text('recoveryCode'))).tokens;
  }
  const { showCode } = await import('~/features/accounts/factors/factors.server');
  return (await showCode(ctx, viewer, form.text('code').replace(/\s/g, ''))).tokens;
}

export default function SecondFactor() {
  const { name, ...question } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  return (
    <ToastProvider
      initial={refused ? { title: refused.title, description: refused.message, destructive: true } : null}
    >
      <AuthFrame name={name}>
        <SecondFactorPanel {...question} refused={refused} />
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
