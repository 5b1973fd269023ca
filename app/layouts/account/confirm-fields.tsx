// Fields that ask for the password or a code again in a sensitive form, unless the person confirmed recently.
import { Link } from '@remix-run/react';
import { FormField } from '~/ui/form-field';

export interface Ways {
  hasPassword: boolean;
  hasCodes: boolean;
  hasFactor: boolean;
}

interface ConfirmFieldsProps {
  /** Null when no confirmation is needed. */
  ways: Ways | null;
  issues: Record<string, string>;
  here: string;
  /** For example `to turn this off`, when the form's other changes need no confirmation. */
  onlyFor?: string;
}

export function ConfirmFields({ ways, issues, here, onlyFor }: ConfirmFieldsProps) {
  if (!ways) return null;
  const hint = onlyFor
    ? `Only needed ${onlyFor}. You signed in a while ago, so please confirm your identity.`
    : 'You signed in a while ago. Please confirm your identity.';
  if (ways.hasPassword)
    return (
      <FormField
        label="Your password"
        name="proofPassword"
        type="password"
        autoComplete="current-password"
        required={!onlyFor}
        hint={hint}
        error={issues.proofPassword}
      />
    );
  return (
    <>
      {ways.hasFactor && (
        <FormField
          label={ways.hasCodes ? 'Code from your authenticator app' : 'Recovery code'}
          name="proofCode"
          autoComplete={ways.hasCodes ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          required={!onlyFor}
          maxLength={20}
          hint={`${hint}${ways.hasCodes ? ' A recovery code also works.' : ''}`}
          error={issues.proofCode}
        />
      )}
      {!ways.hasCodes && (
        <p className="account__note">
          {ways.hasFactor ? 'Or: ' : 'You signed in a while ago. '}
          <Link className="link" to={`/auth?redirect=${encodeURIComponent(here)}`}>
            Sign in again
          </Link>{' '}
          {onlyFor ?? 'to continue'}.
        </p>
      )}
    </>
  );
}
