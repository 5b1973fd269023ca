// The second-factor form: an app code or passkey, or a recovery code.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PasskeyButton } from '~/layouts/account/passkey-button';
import { FormField } from '~/ui/form-field';
import { useInvalidFieldFocus } from '~/ui/form-refusal';

interface SecondFactorPanelProps {
  email: string;
  hasCodes: boolean;
  hasPasskeys: boolean;
  isRecovery: boolean;
  /** URL that switches between the second factor and a recovery code. */
  other: string;
  way: { redirect: string; after: string };
  refused: RefusedForm | null;
}

export function SecondFactorPanel(props: SecondFactorPanelProps) {
  const { email, hasCodes, hasPasskeys, isRecovery, other, way, refused } = props;
  const general = refused && Object.keys(refused.issues).length === 0 ? refused.message : null;
  const { title, text } = textsFor(props);
  useInvalidFieldFocus(refused);
  return (
    <section className="auth__panel">
      <h1 className="headline headline--2">{title}</h1>
      <p className="auth__text">
        {text} <strong>{email}</strong>.
      </p>
      {general && <p className="auth__refusal">{general}</p>}
      {(isRecovery || hasCodes) && (
        <CodeForm key={String(isRecovery)} isRecovery={isRecovery} issues={refused?.issues ?? {}} />
      )}
      {hasPasskeys && !isRecovery && (
        <>
          <PasskeyButton
            step="second-factor"
            way={way}
            label="Use Passkey"
            className={hasCodes ? 'button button--large button--quiet' : 'button button--large'}
            otherwise={
              <p className="auth__text">
                This browser doesn’t support passkeys. Use a recovery code instead.
              </p>
            }
          />
          {!hasCodes && (
            <noscript>
              <p className="auth__text">Passkeys need JavaScript. Use a recovery code instead.</p>
            </noscript>
          )}
        </>
      )}
      <Form className="auth__form" method="post" action="/auth/sign-out">
        <Link className="auth__aside-link link" to={other} replace>
          {isRecovery ? 'Use Second Factor' : 'Use Recovery Code'}
        </Link>
        <button className="auth__aside-link link" type="submit">
          Sign In to Another Account
        </button>
      </Form>
    </section>
  );
}

function textsFor({ isRecovery, hasCodes }: SecondFactorPanelProps) {
  if (isRecovery)
    return {
      title: 'Use a recovery code',
      text: 'Enter one of the recovery codes you saved when you set up your second factor for',
    };
  if (hasCodes)
    return { title: 'Enter your code', text: 'Enter the six-digit code from your authenticator app for' };
  return { title: 'Use your passkey', text: 'Use your fingerprint, face or security key to sign in as' };
}

interface CodeFormProps {
  isRecovery: boolean;
  issues: Record<string, string>;
}

function CodeForm({ isRecovery, issues }: CodeFormProps) {
  const isPending = useNavigation().state !== 'idle';
  return (
    <Form className="auth__form" method="post" replace>
      {isRecovery ? (
        <FormField
          label="Recovery code"
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={20}
          placeholder="xxxxx-xxxxx"
          error={issues.recoveryCode}
        />
      ) : (
        <FormField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          error={issues.code}
        />
      )}
      <button className="button button--large" type="submit" disabled={isPending}>
        {isPending ? 'Checking...' : 'Continue'}
      </button>
    </Form>
  );
}
