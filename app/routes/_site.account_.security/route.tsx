// Second factors (authenticator apps, passkeys, recovery codes) and sessions of the viewer. Every change
// except ending a session requires a recent identity confirmation.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeDevice } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import type { VerifiedFactor } from '~/features/accounts/factors/factors.server';
import { endSession, listSessions, signOutOthers } from '~/features/accounts/sessions/sessions.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { type SignedInVisit, viewerLoader } from '~/http/session/guards.server';
import { keepTokens } from '~/http/session/session.server';
import type { AppContext } from '~/platform/context';
import accountStyles from '~/styles/site/account.css?url';
import { revalidateToConfirm } from '~/ui/revalidate';
import { ReturnedFactorInput } from './app-forms';
import { SecurityPage, type SecurityView } from './security-page';

const HERE = '/account/security';
/** Maximum length of an authenticator's response, in characters. */
const MAX_ANSWER_LENGTH = 20_000;

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
export const meta = noIndexMeta('Security');

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

const WRONG_CODE =
  'That code is wrong or was already used. Wait for the next code, and check that both devices show the correct time.';

/** Tells people why a code of an app is wrong. Other proofs name their own reason. */
function explainCode(error: unknown): unknown {
  const isWrong =
    error instanceof AuthError && error.code === 'mfa_verification_failed' && error.issues.length === 0;
  if (!isWrong) return error;
  return new AuthError('mfa_verification_failed', WRONG_CODE, [{ field: 'code', message: WRONG_CODE }]);
}

// The modules are imported when needed: they load the QR code and WebAuthn libraries.
export const action = viewerForm({
  keepsInput: true,
  fields: ({ text }) => ({ name: text('name').trim() }),
  next: HERE,
  explain: explainCode,
  intents: {
    'begin-app': {
      failure: 'Authenticator app not added',
      async run({ ctx, form, confirm }) {
        const viewer = await confirm();
        const { beginFactor } = await import('~/features/accounts/factors/own-factors.server');
        const id = await beginFactor(ctx, viewer, { type: 'totp', name: form.text('name') });
        return { notice: null, to: `${HERE}?setup=${id}` };
      },
    },
    'finish-app': {
      failure: 'Authenticator app not confirmed',
      async run({ ctx, form, confirm }) {
        const viewer = await confirm();
        const { finishApp } = await import('~/features/accounts/factors/own-factors.server');
        const code = form.text('code').replace(/\s/g, '');
        return finish(ctx, await finishApp(ctx, viewer, form.text('factor'), code));
      },
    },
    'finish-passkey': {
      failure: 'Passkey not added',
      async run({ ctx, form, confirm }) {
        const viewer = await confirm();
        const { finishPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
        const answer = form.text('answer', MAX_ANSWER_LENGTH);
        const made = { factor: form.text('factor'), challenge: form.text('challenge'), answer };
        return finish(ctx, await finishPasskey(ctx, viewer, made));
      },
    },
    'end-session': {
      failure: 'Sign out failed',
      // Ending a session removes no access that the owner needs, so it requires no confirmation.
      async run({ ctx, viewer, form }) {
        await endSession(ctx, viewer, form.text('session'));
        return 'session-ended';
      },
    },
    'end-other-sessions': {
      failure: 'Sign out failed',
      async run({ ctx, viewer }) {
        await signOutOthers(ctx, viewer);
        return 'other-sessions-ended';
      },
    },
    remove: {
      failure: 'Second factor not removed',
      async run({ ctx, form, confirm }) {
        const viewer = await confirm();
        const { unenroll } = await import('~/features/accounts/factors/remove-factor.server');
        await unenroll(ctx, viewer, form.text('factor'));
        return 'factor-removed';
      },
    },
    'new-codes': {
      failure: 'Recovery codes not created',
      async run({ ctx, confirm }) {
        const viewer = await confirm();
        const { makeRecoveryCodes } = await import('~/features/accounts/factors/recovery-codes.server');
        return { answer: { codes: await makeRecoveryCodes(ctx, viewer) } };
      },
    },
  },
});

/** Codes are returned in the action's response and stored only as hashes, so no URL can show them again. */
async function finish(ctx: AppContext, { tokens, codes }: VerifiedFactor) {
  await keepTokens(ctx, tokens);
  return codes ? { answer: { codes } } : ('factor-added' as const);
}

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
