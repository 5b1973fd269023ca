// The form of each sign-in panel. Works without JavaScript; with it, the button shows the pending state.
import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { PASSWORD_MIN } from '~/features/accounts/passwords/password-rules';
import { type Panel, panelAddress } from '~/features/accounts/sign-in/panels';
import { NewPasswordField } from '~/features/accounts/ui/new-password-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { FormField } from '~/ui/form-field';
import { useInvalidFieldFocus } from '~/ui/form-refusal';

interface AuthFormProps {
  panel: Panel;
  redirect: string | null;
  refused: RefusedForm | null;
  /** While an email link is being exchanged for a session, which reloads the page's data. */
  isHeld: boolean;
  /** Initial values, kept by the page when the panel changes. */
  typed: TypedCredentials;
  onType(name: keyof TypedCredentials, text: string): void;
}

export interface TypedCredentials {
  email: string;
  fullName: string;
}

const BUTTONS: Record<Panel, { label: string; pending: string }> = {
  'sign-in': { label: 'Sign In', pending: 'Signing in...' },
  'sign-up': { label: 'Sign Up', pending: 'Signing up...' },
  forgot: { label: 'Send Reset Link', pending: 'Sending...' },
  'new-password': { label: 'Update Password', pending: 'Updating...' },
};

export function AuthForm({ panel, redirect, refused, isHeld, typed, onType }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const pending = navigation.state !== 'idle' && navigation.formData?.get('intent') === panel;
  const { label, pending: pendingLabel } = BUTTONS[panel];
  // Picks up input that was typed or autofilled before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    const fields = form.current ? new FormData(form.current) : null;
    for (const name of ['email', 'fullName'] as const) {
      const text = fields?.get(name);
      if (typeof text === 'string' && text !== '') onType(name, text);
    }
  }, []);
  useInvalidFieldFocus(refused);
  const reason = (field: string) => refused?.issues[field];
  // An error without a field is shown above the form.
  const general = refused && Object.keys(refused.issues).length === 0 ? refused.message : null;
  return (
    <Form className="auth__form" method="post" action={panelAddress(panel, redirect)} replace ref={form}>
      <input type="hidden" name="intent" value={panel} />
      {general && <p className="auth__refusal">{general}</p>}
      {panel === 'sign-up' && (
        <FormField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          required
          maxLength={120}
          defaultValue={typed.fullName}
          onInput={(event) => onType('fullName', event.currentTarget.value)}
          error={reason('fullName')}
        />
      )}
      {panel !== 'new-password' && (
        <FormField
          label="Email"
          name="email"
          type="email"
          autoComplete={panel === 'sign-in' ? 'username' : 'email'}
          required
          maxLength={254}
          defaultValue={typed.email}
          onInput={(event) => onType('email', event.currentTarget.value)}
          error={reason('email')}
        />
      )}
      {panel === 'new-password' && (
        <input type="text" name="username" autoComplete="username" hidden readOnly value="" />
      )}
      {panel === 'sign-in' && (
        <FormField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={reason('password')}
        />
      )}
      {(panel === 'sign-up' || panel === 'new-password') && (
        <NewPasswordField
          label={panel === 'new-password' ? 'New Password' : 'Password'}
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={reason('password')}
          words={[typed.email, typed.fullName]}
        />
      )}
      <button className="button button--large" type="submit" disabled={pending || isHeld}>
        {pending ? pendingLabel : label}
      </button>
      {panel === 'sign-in' && (
        <Link className="auth__aside-link link" to={panelAddress('forgot', redirect)}>
          Forgot password?
        </Link>
      )}
      {(panel === 'forgot' || panel === 'new-password') && (
        <Link className="auth__aside-link link" to={panelAddress('sign-in', redirect)}>
          {' '}
          Back to Sign In{' '}
        </Link>
      )}
    </Form>
  );
}
