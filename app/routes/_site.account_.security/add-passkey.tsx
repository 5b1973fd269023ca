// Adding a passkey: the server asks, the browser makes it, the server looks at it. This needs scripts.
import { useRevalidator, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { canUsePasskeys, createPasskey } from '~/lib/authenticator';
import { FormField } from '~/ui/form-field';
import { signInAddress } from '~/ui/form-refusal';
import { askServer } from '../auth/ask-server';

interface AddPasskeyProps {
  here: string;
  /** Of what the browser made. */
  refused: RefusedForm | null;
  /** Fields that show who asks, when that is due. */
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
  isSignedOut?: boolean;
}

const DOOR = '/account/passkey';
const TOO_OLD = 'This browser cannot make passkeys. An authenticator app does the same.';
const DECLINED =
  'The browser made no passkey. Perhaps you closed its window, or this device has one already.';
const UNREACHABLE = 'We cannot be reached right now. Please try again.';

const because = (message: string): Failure => ({ message, issues: {} });

export function AddPasskey({ here, refused, confirm }: AddPasskeyProps) {
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const [isAbsent, setAbsent] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => setAbsent(!canUsePasskeys()), []);
  useEffect(() => {
    if (refused) setFailure({ message: refused.issues.passkey ?? null, issues: refused.issues });
  }, [refused]);

  /** @returns why it did not work */
  async function make(form: FormData): Promise<Failure | null> {
    const asked = await askServer<Answer>(DOOR, form);
    if (!asked) return because(UNREACHABLE);
    if (!asked.passkey) {
      const { message = null, issues = {}, isSignedOut } = asked;
      // A page that was opened in time has no field yet for showing who asks. While there is nobody to ask, or nobody is
      // signed in, it would come back as another one.
      if (Object.keys(issues).length > 0) revalidate();
      return { message, issues, isSignedOut };
    }
    const { factor, challenge, options } = asked.passkey;
    const answer = await createPasskey(options).catch(() => null);
    if (!answer) return because(DECLINED);
    // From here on the page is led like by any other form, for its answer may be the recovery codes.
    submit(
      { intent: 'finish-passkey', stamp: '', factor, challenge, answer },
      { method: 'post', action: here, replace: true },
    );
    return null;
  }

  async function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(null);
    setUnderWay(true);
    setFailure(await make(form));
    setUnderWay(false);
  }

  const issues = failure?.issues ?? {};
  return (
    <form className="account__card" method="post" onSubmit={begin}>
      <h2 className="headline headline--4">Add a passkey</h2>
      <p className="account__text">
        Your fingerprint, your face, or a key that you plug in. It is a second step that nobody can trick out
        of you, and it signs you in without a password too.
      </p>
      <noscript>
        <p className="account__note">Passkeys need JavaScript.</p>
      </noscript>
      {isAbsent ? (
        <p className="account__note">{TOO_OLD}</p>
      ) : (
        <div className="account__fields needs-js">
          <input type="hidden" name="stamp" value="" />
          <FormField
            label="Name"
            name="name"
            maxLength={100}
            placeholder="Passkey"
            hint="To know it by, such as “My laptop”."
            error={issues.name}
          />
          {confirm(issues)}
          <p className="field__error" role="alert">
            {failure && Object.keys(issues).every((field) => field === 'passkey') && failure.message}
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
            {isUnderWay ? 'Waiting for your passkey…' : 'Add Passkey'}
          </button>
        </div>
      )}
    </form>
  );
}
