// After a sign-in with the password of a sign-up that nobody confirmed yet.
import { Form, useNavigation } from '@remix-run/react';
import { panelAddress } from './panels';

interface ResendFormProps {
  redirect: string | null;
  email: string;
  /** The id of the sign-up whose password was typed; empty where there is none. */
  signUp: string;
}

export function ResendForm({ redirect, email, signUp }: ResendFormProps) {
  const navigation = useNavigation();
  const isPending = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'resend';
  return (
    <Form className="auth__question" method="post" action={panelAddress('sign-in', redirect)} replace>
      <p>
        Confirm <strong>{email}</strong> first: open the link in the email we sent you when you signed up.
      </p>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="signUp" value={signUp} />
      <button className="button button--quiet" type="submit" disabled={isPending}>
        {isPending ? 'Sending…' : 'Resend Email'}
      </button>
    </Form>
  );
}
