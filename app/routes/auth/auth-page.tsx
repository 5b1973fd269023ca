// The sign-in page with its panels: Sign In, Sign Up, Forgot password and Set New Password.
import { Form, Link, useFetcher, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import type { OfferedProvider } from '~/features/accounts/providers/provider';
import { NOTICES, type NoticeName } from '~/features/accounts/sign-in/account-notices';
import { type Panel, panelAddress } from '~/features/accounts/sign-in/panels';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AuthFrame } from '~/layouts/account/auth-frame';
import { PasskeyButton } from '~/layouts/account/passkey-button';
import { toRefusalToast } from '~/layouts/account/refusal-toast';
import { type ToastMessage, ToastProvider } from '~/ui/toast';
import { AuthForm, type TypedCredentials } from './auth-form';
import { type ExchangeAnswer, HashTokens } from './hash-tokens';

interface AuthPageProps {
  page: {
    name: string;
    panel: Panel;
    redirect: string | null;
    viewer: { name: string; landing: string } | null;
    notice: NoticeName | null;
    providers: readonly OfferedProvider[];
  };
  refused: RefusedForm | null;
}

const HEADINGS: Record<Panel, { title: string; text: string }> = {
  'sign-in': { title: 'Welcome back', text: 'Sign in to your account at the Academy.' },
  'sign-up': { title: 'Join the Academy', text: 'Create a free account in a minute.' },
  forgot: {
    title: 'Forgot password?',
    text: 'Enter your email address, and we’ll send you a link to set a new password.',
  },
  'new-password': { title: 'Set New Password', text: 'Signs you out on your other devices.' },
};

const TABS = [
  { panel: 'sign-in', label: 'Sign In' },
  { panel: 'sign-up', label: 'Sign Up' },
] as const;

export function AuthPage({ page, refused }: AuthPageProps) {
  const { panel, redirect, viewer, notice } = page;
  const { title, text } = HEADINGS[panel];
  const failed = refused?.intent === panel ? refused : null;
  const toast: ToastMessage | null = failed
    ? toRefusalToast(failed, failed.title, failed.message)
    : notice && NOTICES[notice];
  // Kept across panels, so that the email address carries over from Sign In to Sign Up.
  const [typed, setTyped] = useState<TypedCredentials>(() => toTyped(refused));
  const exchange = useFetcher<ExchangeAnswer>();
  const hasTabs = panel === 'sign-in' || panel === 'sign-up';
  return (
    <ToastProvider initial={toast}>
      <AuthFrame name={page.name}>
        <HashTokens fetcher={exchange} />
        {hasTabs && (
          <div className="auth__tabs" role="tablist" aria-label="Account">
            {TABS.map((tab) => (
              <Link
                key={tab.panel}
                className="auth__tab"
                role="tab"
                id={`tab-${tab.panel}`}
                aria-selected={tab.panel === panel}
                aria-controls="auth-panel"
                to={panelAddress(tab.panel, redirect)}
                replace
                preventScrollReset
              >
                {tab.label}
              </Link>
            ))}
          </div>
        )}
        <section
          id="auth-panel"
          className="auth__panel"
          {...(hasTabs && { role: 'tabpanel', 'aria-labelledby': `tab-${panel}` })}
        >
          <h1 className="headline headline--2">{title}</h1>
          <p className="auth__text">{text}</p>
          {viewer && panel !== 'new-password' && (
            <p className="auth__signed-in">
              You are signed in as <strong>{viewer.name}</strong>.{' '}
              <Link className="link" to={viewer.landing}>
                Continue
              </Link>
            </p>
          )}
          {typeof failed?.typed.signUp === 'string' && (
            <ResendForm redirect={redirect} email={String(failed.typed.email)} signUp={failed.typed.signUp} />
          )}
          <AuthForm
            key={panel}
            panel={panel}
            redirect={redirect}
            refused={failed}
            isHeld={exchange.state !== 'idle'}
            typed={typed}
            onType={(name, text) => setTyped((before) => ({ ...before, [name]: text }))}
          />
          {panel === 'sign-in' && (
            <PasskeyButton
              step="sign-in"
              way={{ redirect: redirect ?? '' }}
              label="Sign In with a Passkey"
              className="button button--large button--quiet"
            />
          )}
          {hasTabs && <ProviderButtons providers={page.providers} redirect={redirect} />}
        </section>
      </AuthFrame>
    </ToastProvider>
  );
}

function toTyped(refused: RefusedForm | null): TypedCredentials {
  const { email, fullName } = refused?.typed ?? {};
  return { email: String(email ?? ''), fullName: String(fullName ?? '') };
}

interface ProviderButtonsProps {
  providers: readonly OfferedProvider[];
  redirect: string | null;
}

function ProviderButtons({ providers, redirect }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  const query = redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
  return (
    <div className="auth__providers">
      <p className="auth__or">or</p>
      {providers.map(({ id, name }) => (
        <a
          key={id}
          className="button button--large button--quiet"
          href={`/auth/provider/${id}${query}`}
          rel="nofollow"
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}

interface ResendFormProps {
  redirect: string | null;
  email: string;
  /** The id of the sign-up that the entered password belongs to; empty if none. */
  signUp: string;
}

function ResendForm({ redirect, email, signUp }: ResendFormProps) {
  const navigation = useNavigation();
  const isPending = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'resend';
  return (
    <Form className="auth__question" method="post" action={panelAddress('sign-in', redirect)} replace>
      <p>
        Confirm <strong>{email}</strong> first. Open the link in the email we sent when you signed up.
      </p>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="signUp" value={signUp} />
      <button className="button button--quiet" type="submit" disabled={isPending}>
        {isPending ? 'Sending...' : 'Resend Email'}
      </button>
    </Form>
  );
}
