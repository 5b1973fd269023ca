// The sign-in page: a quiet column beside a night panel, one form at a time.
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { NOTICES, type NoticeName } from '~/features/accounts/account-notices';
import type { OfferedProvider } from '~/features/accounts/external/offered-providers';
import type { RefusedForm } from '~/http/form-answer.server';
import { type ToastMessage, ToastProvider } from '~/ui/toast';
import { AuthForm, type TypedWords } from './auth-form';
import { AuthFrame } from './auth-frame';
import { HashTokens } from './hash-tokens';
import { type Panel, panelAddress } from './panels';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './provider-buttons';
import { ResendForm } from './resend-form';

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
  'sign-up': { title: 'Join the Academy', text: 'An account takes a minute and costs nothing.' },
  forgot: {
    title: 'Forgot password?',
    text: 'Tell us your address, and we send you a link to choose a new one.',
  },
  'new-password': { title: 'Set New Password', text: 'Your other devices will have to sign in again.' },
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
    ? { title: failed.title, description: failed.message, destructive: true }
    : notice && NOTICES[notice];
  // What was typed outlives its form: whoever signs in with an unknown address goes on to sign up with it.
  const [typed, setTyped] = useState<TypedWords>(() => toTyped(refused));
  const hasTabs = panel === 'sign-in' || panel === 'sign-up';
  return (
    <ToastProvider initial={toast}>
      <AuthFrame name={page.name}>
        <HashTokens />
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
            typed={typed}
            onType={(name, text) => setTyped((before) => ({ ...before, [name]: text }))}
          />
          {panel === 'sign-in' && (
            <PasskeyButton
              step="sign-in"
              way={{ redirect: redirect ?? '' }}
              label="Sign in with a passkey"
              className="button button--large button--quiet"
            />
          )}
          {hasTabs && <ProviderButtons providers={page.providers} redirect={redirect} />}
        </section>
      </AuthFrame>
    </ToastProvider>
  );
}

function toTyped(refused: RefusedForm | null): TypedWords {
  const { email, fullName } = refused?.typed ?? {};
  return { email: String(email ?? ''), fullName: String(fullName ?? '') };
}
