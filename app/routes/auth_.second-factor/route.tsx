// The second sign-in step: a code, a passkey or a recovery code.
import { type ActionFunctionArgs, type LinksFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { landingPath, needsSecondFactor, SESSION_MISSING, type Viewer } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import { FAILURES, NOTICES, TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { publicLoader, toVisit } from '~/http/public-loader.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { findAnyViewer, keepTokens, noticeOf, setNotice } from '~/http/session/session.server';
import { AuthFrame } from '~/layouts/account/auth-frame';
import { toRefusalToast } from '~/layouts/account/refusal-toast';
import { UnauthorizedError } from '~/lib/errors';
import type { AppContext, TokenPair } from '~/platform/context';
import authStyles from '~/styles/site/auth.css?url';
import { ToastProvider } from '~/ui/toast';
import { SecondFactorPanel } from './second-factor-panel';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta = noIndexMeta('Second step');

const WITH_RECOVERY = 'recovery';
const WRONG_RECOVERY_CODE = 'That recovery code is wrong or was already used.';
const WRONG_CODE = 'That code is wrong or was already used. Wait for the next code and try again.';

export const loader = publicLoader(async (visit) => {
  const [viewer, { name }] = await Promise.all([findAnyViewer(visit), getSiteSettings(visit.ctx)]);
  if (!viewer) throw redirect('/auth');
  if (!needsSecondFactor(viewer)) throw redirect(landingPath(viewer, visit.url.searchParams.get('redirect')));
  const { searchParams } = visit.url;
  const { email, hasCodes, hasPasskeys } = viewer;
  const isRecovery = searchParams.get('with') === WITH_RECOVERY;
  return {
    name,
    notice: noticeOf(visit.request, visit.ctx.config.isHttps),
    email,
    hasCodes,
    hasPasskeys,
    isRecovery,
    other: otherWay(visit.url, isRecovery),
    way: { redirect: searchParams.get('redirect') ?? '', after: searchParams.get('then') ?? '' },
  };
});

/** The URL that switches between the second factor and a recovery code. Keeps the redirect target. */
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
    if (!isReset) setNotice(ctx, form.has('recoveryCode') ? 'recovery-code-used' : 'signed-in');
    const location = isReset ? '/auth?reset=true' : landingPath(viewer, url.searchParams.get('redirect'));
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const isWrong = error instanceof AuthError && error.code === 'mfa_verification_failed';
    const isRecovery = form.has('recoveryCode');
    const field = isRecovery ? 'recoveryCode' : 'code';
    const message = isRecovery ? WRONG_RECOVERY_CODE : WRONG_CODE;
    const shown = isWrong ? new AuthError('mfa_verification_failed', message, [{ field, message }]) : error;
    return refuseForm(ctx, shown, {
      intent: 'second-factor',
      title: FAILURES['sign-in'],
      typed: {},
      fallback: TRY_AGAIN,
    });
  }
}

/**
 * Verifies the submitted code and upgrades the session. Imported dynamically, because few requests need these
 * services.
 */
async function showForm(ctx: AppContext, viewer: Viewer, form: PostedForm): Promise<TokenPair> {
  if (form.has('recoveryCode')) {
    const { verifyRecoveryCode } = await import('~/features/accounts/factors/recovery-codes.server');
    return (await verifyRecoveryCode(ctx, viewer, form.text('recoveryCode'))).tokens;
  }
  const { verifyCode } = await import('~/features/accounts/factors/factors.server');
  return (await verifyCode(ctx, viewer, form.text('code').replace(/\s/g, ''))).tokens;
}

export default function SecondFactor() {
  const { name, notice, ...question } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const failure = refused && toRefusalToast(refused, refused.title, refused.message);
  return (
    <ToastProvider initial={failure ?? (notice && NOTICES[notice])}>
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
