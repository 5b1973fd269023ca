// The four forms. Plain posts without JavaScript; with it the button tells that something is under way.
import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { PASSWORD_MIN } from '~/features/accounts/passwords/password-length';
import { NewPasswordField } from '~/features/accounts/ui/new-password-field';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { type Panel, panelAddress } from './panels';

interface AuthFormProps {
  panel: Panel;
  redirect: string | null;
  refused: RefusedForm | null;
  /** What these fields hold at first; the page keeps it from one panel to the next. */
  typed: TypedWords;
  onType(name: keyof TypedWords, text: string): void;
}

export interface TypedWords {
  email: string;
  fullName: string;
}

const BUTTONS: Record<Panel, { label: string; pending: string }> = {
  'sign-in': { label: 'Sign In', pending: 'Signing in…' },
  'sign-up': { label: 'Sign Up', pending: 'Signing up…' },
  forgot: { label: 'Send Reset Link', pending: 'Sending…' },
  'new-password': { label: 'Update Password', pending: 'Updating…' },
};

export function AuthForm({ panel, redirect, refused, typed, onType }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const pending = navigation.state !== 'idle' && navigation.formData?.get('intent') === panel;
  const { label, pending: pendingLabel } = BUTTONS[panel];
  // What was typed, or filled in by the browser, before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has come
  useEffect(() => {
    const fields = form.current ? new FormData(form.current) : null;
    for (const name of ['email', 'fullName'] as const) {
      const text = fields?.get(name);
      if (typeof text === 'string' && text !== '') onType(name, text);
    }
  }, []);
  const reason = (field: string) => refused?.issues[field];
  // A reason that belongs to no field of this form is said above them.
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
      <button className="button button--large" type="submit" disabled={pending}>
        {pending ? pendingLabel : label}
      </button>
      {panel === 'sign-in' && (
        <Link className="auth__aside-link link" to={panelAddress('forgot', redirect)}>
          Forgot password?
        </Link>
      )}
      {(panel === 'forgot' || panel === 'new-password') && (
        <Link className="auth__aside-link link" to={panelAddress('sign-in', redirect)}>
          Back to sign in
        </Link>
      )}
    </Form>
  );
}
