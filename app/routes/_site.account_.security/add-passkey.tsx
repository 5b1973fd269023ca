// The form that adds a passkey: the server issues a challenge, the browser creates the passkey, the server
// verifies it. Requires JavaScript.
import { useRevalidator, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { askServer } from '~/layouts/account/ask-server';
import { canUsePasskeys, createPasskey } from '~/lib/authenticator';
import { FormField } from '~/ui/form-field';
import { signInAddress, useInvalidFieldFocus } from '~/ui/form-refusal';
import { useResetAfter } from '~/ui/use-reset-after';

interface AddPasskeyProps {
  here: string;
  /** Set when the server rejected the passkey. */
  refused: RefusedForm | null;
  /** Renders the identity confirmation fields when they are required. */
  confirm(issues: Record<string, string>): ReactNode;
}

interface Answer {
  passkey?: { factor: string; challenge: string; options: PublicKeyCredentialCreationOptionsJSON };
  message?: string;
  issues?: Record<string, string>;
  isSignedOut?: boolean;
}

interface Failure {
  message: string | null;
  issues: Record<string, string>;
  isSignedOut?: boolean | undefined;
}

const ROUTE = '/account/passkey';
const TOO_OLD = 'This browser doesn’t support passkeys. Use an authenticator app instead.';
const DECLINED =
  'No passkey was created. You may have closed the browser’s dialog, or this device already has one.';
const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.';

const toFailure = (message: string): Failure => ({ message, issues: {} });

export function AddPasskey({ here, refused, confirm }: AddPasskeyProps) {
  const submit = useSubmit();
  const { revalidate, state } = useRevalidator();
  const [isAbsent, setAbsent] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // After the revalidation, because it may add the invalid field.
  useInvalidFieldFocus(state === 'idle' ? failure : null);
  const box = useResetAfter('finish-passkey', refused);
  useEffect(() => setAbsent(!canUsePasskeys()), []);
  useEffect(() => {
    if (refused) setFailure({ message: refused.issues.passkey ?? null, issues: refused.issues });
  }, [refused]);

  /** @returns why it failed, or null */
  async function createAndSubmit(form: FormData): Promise<Failure | null> {
    const asked = await askServer<Answer>(ROUTE, form);
    if (!asked) return toFailure(UNREACHABLE);
    if (!asked.passkey) {
      const { message = null, issues = {}, isSignedOut } = asked;
      // The page may have loaded before confirmation expired, so it lacks the confirmation fields.
      // Revalidating adds them. Revalidate only in this case: without a session or a server it would replace
      // the page.
      if (Object.keys(issues).length > 0) revalidate();
      return { message, issues, isSignedOut };
    }
    const { factor, challenge, options } = asked.passkey;
    const answer = await createPasskey(options).catch(() => null);
    if (!answer) return toFailure(DECLINED);
    // Submit as a normal navigation, because the response may contain the recovery codes.
    submit(
      { intent: 'finish-passkey', version: '', factor, challenge, answer },
      { method: 'post', action: here, replace: true },
    );
    return null;
  }

  async function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(null);
    setUnderWay(true);
    setFailure(await createAndSubmit(form));
    setUnderWay(false);
  }

  const issues = failure?.issues ?? {};
  return (
    <form className="account__card" method="post" onSubmit={begin} ref={box}>
      <h2 className="headline headline--4">Add a passkey</h2>
      <p className="account__text">
        Use your fingerprint, face or security key as a second step. Passkeys resist phishing, and you can
        also sign in with one instead of a password.
      </p>
      <noscript>
        <p className="account__note">Passkeys need JavaScript.</p>
      </noscript>
      {isAbsent ? (
        <p className="account__note">{TOO_OLD}</p>
      ) : (
        <div className="account__fields needs-js">
          <input type="hidden" name="version" value="" />
          <FormField
            label="Name"
            name="name"
            maxLength={100}
            placeholder="Passkey"
            hint="Example: “My laptop”."
            error={issues.name}
          />
          {confirm(issues)}
          <p className="field__error" role="alert">
            {failure?.message}
            {failure?.isSignedOut && (
              <>
                {' '}
                <a className="link" href={signInAddress(here)} target="_blank" rel="noopener">
                  Sign in
                </a>
              </>
            )}
          </p>
          <button className="button" type="submit" disabled={isUnderWay}>
            {isUnderWay ? 'Waiting for your passkey...' : 'Add Passkey'}
          </button>
        </div>
      )}
    </form>
  );
}
