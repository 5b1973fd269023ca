// Second factors (authenticator apps, passkeys, recovery codes) and sessions of the viewer. Every change
// except ending a session requires a recent identity confirmation.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeDevice } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import { endSession, listSessions } from '~/features/accounts/sessions/sessions.server';
import { type NoticeName, TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { type SignedInVisit, viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { keepTokens, setNotice } from '~/http/session/session.server';
import { revalidateToConfirm } from '~/layouts/account/revalidate-to-confirm';
import type { AppContext } from '~/platform/context';
import accountStyles from '~/styles/site/account.css?url';
import { ReturnedFactorInput } from './app-forms';
import { SecurityPage, type SecurityView } from './security-page';

const HERE = '/account/security';
/** Maximum length of an authenticator's response, in characters. */
const MAX_ANSWER_LENGTH = 20_000;

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Security' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader(loadSecurity, () => null);

async function loadSecurity(visit: SignedInVisit): Promise<SecurityView> {
  const { ctx, viewer, url } = visit;
  // Imported dynamically so that other pages do not load the QR code and WebAuthn libraries.
  const { findAppSetup, getSecurity } = await import('~/features/accounts/factors/own-factors.server');
  const setupId = url.searchParams.get('setup');
  const [security, sessions, setup] = await Promise.all([
    getSecurity(ctx, viewer),
    listSessions(ctx, viewer),
    setupId
      ? getSiteSettings(ctx).then(({ name }) => findAppSetup(ctx, viewer, setupId, name))
      : Promise.resolve(null),
  ]);
  const removing = url.searchParams.get('remove');
  return {
    ...security,
    sessions: sessions.map(({ userAgent, ...session }) => ({
      ...session,
      device: describeDevice(userAgent),
    })),
    setup,
    isSetupGone: setupId !== null && setup === null,
    removing: security.factors.find(({ id }) => id === removing) ?? null,
    ways: confirmationMethods(visit),
    isNeeded: viewer.lacksFactor,
    isStaff: viewer.role !== null,
  };
}

const TITLES: Record<string, string> = {
  'begin-app': 'Authenticator app not added',
  'finish-app': 'Authenticator app not confirmed',
  remove: 'Second factor not removed',
  'new-codes': 'Recovery codes not created',
  'finish-passkey': 'Passkey not added',
  'end-session': 'Sign out failed',
};
const WRONG_CODE =
  'That code is wrong or was already used. Wait for the next code, and check that both devices show the correct time.';

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  const isWrong =
    error instanceof AuthError && error.code === 'mfa_verification_failed' && error.issues.length === 0;
  const shown = isWrong
    ? new AuthError('mfa_verification_failed', WRONG_CODE, [{ field: 'code', message: WRONG_CODE }])
    : error;
  return refuseForm(ctx, shown, {
    intent,
    title: TITLES[intent] ?? 'Update failed',
    typed: { name: form.text('name').trim() },
    fallback: TRY_AGAIN,
  });
}

export const action = viewerAction(
  async (visit) => {
    const form = await readForm(visit.request);
    const intent = form.text('intent');
    try {
      if (!Object.hasOwn(TITLES, intent)) throw new Response(null, { status: 400 });
      // Ending a session removes no access that the owner needs, so it requires no confirmation.
      const viewer = intent === 'end-session' ? visit.viewer : await confirmVisit(visit, form);
      return await accept(intent, { ...visit, viewer }, form);
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm> | ReturnType<typeof codesResponse>>;

async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm) {
  const { beginFactor, finishApp } = await import('~/features/accounts/factors/own-factors.server');
  const { makeRecoveryCodes } = await import('~/features/accounts/factors/recovery-codes.server');
  const { unenroll } = await import('~/features/accounts/factors/factors.server');
  const { finishPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const goBack = (notice: NoticeName | null, query = '') => {
    if (notice) setNotice(ctx, notice);
    return redirect(HERE + query, { status: 303, headers: addCookies(ctx, new Headers()) });
  };
  switch (intent) {
    case 'begin-app': {
      const id = await beginFactor(ctx, viewer, { type: 'totp', name: form.text('name') });
      return goBack(null, `?setup=${id}`);
    }
    case 'finish-app': {
      const code = form.text('code').replace(/\s/g, '');
      const { tokens, codes } = await finishApp(ctx, viewer, form.text('factor'), code);
      await keepTokens(ctx, tokens);
      return codes ? codesResponse(codes) : goBack('factor-added');
    }
    case 'finish-passkey': {
      const answer = form.text('answer', MAX_ANSWER_LENGTH);
      const made = { factor: form.text('factor'), challenge: form.text('challenge'), answer };
      const { tokens, codes } = await finishPasskey(ctx, viewer, made);
      await keepTokens(ctx, tokens);
      return codes ? codesResponse(codes) : goBack('factor-added');
    }
    case 'end-session':
      await endSession(ctx, viewer, form.text('session'));
      return goBack('session-ended');
    case 'remove':
      await unenroll(ctx, viewer, form.text('factor'));
      return goBack('factor-removed');
    default:
      return codesResponse(await makeRecoveryCodes(ctx, viewer));
  }
}

/** Returned in the action response and stored only as hashes, so no URL can show them again. */
const codesResponse = (codes: string[]) => data({ codes });

export default function Security() {
  const answer = useActionData<typeof action>();
  const codes = answer && 'codes' in answer ? answer.codes : null;
  const refused = answer && 'intent' in answer ? answer : null;
  const security = useLoaderData<typeof loader>();
  if (security) return <SecurityPage {...security} codes={codes} refused={refused} />;
  return refused && <ReturnedFactorInput refused={refused} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Page not found"
      failureTitle="We couldn’t load your security settings"
      fallback={TRY_AGAIN}
    />
  );
}
