// One way at a time: the code of an app, with a passkey beside it, or a recovery code for whoever has neither at hand.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { PasskeyButton } from '../auth/passkey-button';

interface SecondFactorPanelProps {
  email: string;
  hasCodes: boolean;
  hasPasskeys: boolean;
  isRecovery: boolean;
  /** The address with a recovery code in place of the factor, or back. */
  other: string;
  way: { redirect: string; after: string };
  refused: RefusedForm | null;
}

export function SecondFactorPanel(props: SecondFactorPanelProps) {
  const { email, hasCodes, hasPasskeys, isRecovery, other, way, refused } = props;
  const general = refused && Object.keys(refused.issues).length === 0 ? refused.message : null;
  const { title, text } = wordsOf(props);
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
            label="Use your passkey"
            className={hasCodes ? 'button button--large button--quiet' : 'button button--large'}
            otherwise={<p className="auth__text">This browser cannot use passkeys. A recovery code works.</p>}
          />
          {!hasCodes && (
            <noscript>
              <p className="auth__text">Passkeys need JavaScript. A recovery code does not.</p>
            </noscript>
          )}
        </>
      )}
      <Form className="auth__form" method="post" action="/auth/sign-out">
        <Link className="auth__aside-link link" to={other} replace>
          {isRecovery ? 'Back to your second factor' : 'Use a recovery code'}
        </Link>
        <button className="auth__aside-link link" type="submit">
          Sign in as somebody else
        </button>
      </Form>
    </section>
  );
}

function wordsOf({ isRecovery, hasCodes }: SecondFactorPanelProps) {
  if (isRecovery)
    return {
      title: 'Use a recovery code',
      text: 'One of the ten that you were given when you set up your second factor, for',
    };
  if (hasCodes) return { title: 'Enter your code', text: 'Your authenticator app shows six digits for' };
  return { title: 'Show your passkey', text: 'Your fingerprint, your face or your key opens the account' };
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
        {isPending ? 'Checking…' : 'Continue'}
      </button>
    </Form>
  );
}
