// Second factors of one's own (authenticator apps, passkeys, recovery codes), and sessions. What protects an account changes only after
// the person showed once more who they are.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeDevice } from '~/features/accounts/account';
import { type NoticeName, TRY_AGAIN } from '~/features/accounts/account-notices';
import { AuthError } from '~/features/accounts/auth-error';
import { endSession, listSessions } from '~/features/accounts/sessions.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { confirmVisit, waysToConfirm } from '~/http/confirm-visit.server';
import { refuseForm } from '~/http/form-answer.server';
import { type SignedInVisit, viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { keepTokens, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import type { AppContext } from '~/platform/context';
import accountStyles from '~/styles/account.css?url';
import { revalidateToConfirm } from '../_site.account/revalidate-to-confirm';
import { GivenBack } from './app-forms';
import { SecurityPage, type SecurityView } from './security-page';

const HERE = '/account/security';
/** Of what an authenticator made, in characters. */
const LONGEST_ANSWER = 20_000;

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Security' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader(loadSecurity, () => null) as (
  args: LoaderFunctionArgs,
) => Promise<SecurityView | null>;

async function loadSecurity(visit: SignedInVisit): Promise<SecurityView> {
  const { ctx, viewer, url } = visit;
  // Loaded by those who look at their factors: the libraries behind it are no part of other pages' start.
  const { findAppSetup, getSecurity } = await import('~/features/accounts/factors/own-factors.server');
  const setUp = url.searchParams.get('setup');
  const [security, sessions, setup] = await Promise.all([
    getSecurity(ctx, viewer),
    listSessions(ctx, viewer),
    setUp
      ? getSiteSettings(ctx).then(({ name }) => findAppSetup(ctx, viewer, setUp, name))
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
    isSetupGone: setUp !== null && setup === null,
    removing: security.factors.find(({ id }) => id === removing) ?? null,
    ways: waysToConfirm(visit),
    isNeeded: viewer.lacksFactor,
    isStaff: viewer.role !== null,
  };
}

const TITLES: Record<string, string> = {
  'begin-app': 'Authenticator app not added',
  'finish-app': 'Authenticator app not confirmed',
  remove: 'Second factor not removed',
  'new-codes': 'No new codes were made',
  'finish-passkey': 'Passkey not added',
  'end-session': 'Sign out failed',
};
const WRONG_CODE =
  'That code is wrong, or was used already. The app shows a new one every 30 seconds; the clocks of both devices must be right.';

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  const isWrong =
    error instanceof AuthError && error.code === 'mfa_verification_failed' && error.issues.length === 0;
  const said = isWrong
    ? new AuthError('mfa_verification_failed', WRONG_CODE, [{ field: 'code', message: WRONG_CODE }])
    : error;
  return refuseForm(ctx, said, {
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
      // Signing a device out takes nothing away that its owner needs: no confirmation.
      const viewer = intent === 'end-session' ? visit.viewer : await confirmVisit(visit, form);
      return await accept(intent, { ...visit, viewer }, form);
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm> | ReturnType<typeof tellCodes>>;

async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm) {
  const { beginFactor, finishApp } = await import('~/features/accounts/factors/own-factors.server');
  const { makeRecoveryCodes } = await import('~/features/accounts/factors/recovery-codes.server');
  const { unenroll } = await import('~/features/accounts/factors/factors.server');
  const { finishPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const lead = (notice: NoticeName | null, query = '') => {
    if (notice) leaveNotice(ctx, notice);
    return redirect(HERE + query, { status: 303, headers: addCookies(ctx, new Headers()) });
  };
  switch (intent) {
    case 'begin-app': {
      const id = await beginFactor(ctx, viewer, { type: 'totp', name: form.text('name') });
      return lead(null, `?setup=${id}`);
    }
    case 'finish-app': {
      const code = form.text('code').replace(/\s/g, '');
      const { tokens, codes } = await finishApp(ctx, viewer, form.text('factor'), code);
      await keepTokens(ctx, tokens);
      return codes ? tellCodes(codes) : lead('factor-added');
    }
    case 'finish-passkey': {
      const answer = form.text('answer', LONGEST_ANSWER);
      const made = { factor: form.text('factor'), challenge: form.text('challenge'), answer };
      const { tokens, codes } = await finishPasskey(ctx, viewer, made);
      await keepTokens(ctx, tokens);
      return codes ? tellCodes(codes) : lead('factor-added');
    }
    case 'end-session':
      await endSession(ctx, viewer, form.text('session'));
      return lead('session-ended');
    case 'remove':
      await unenroll(ctx, viewer, form.text('factor'));
      return lead('factor-removed');
    default:
      return tellCodes(await makeRecoveryCodes(ctx, viewer));
  }
}

/** Recovery codes are told by the answer itself, once: no address shows them again. */
const tellCodes = (codes: string[]) => data({ codes });

export default function Security() {
  const answer = useActionData<typeof action>();
  const codes = answer && 'codes' in answer ? answer.codes : null;
  const refused = answer && 'intent' in answer ? answer : null;
  const security = useLoaderData<typeof loader>();
  if (security) return <SecurityPage {...security} codes={codes} refused={refused} />;
  return refused && <GivenBack refused={refused} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Page not found"
      failureTitle="Your security settings cannot be shown"
      fallback={TRY_AGAIN}
    />
  );
}
