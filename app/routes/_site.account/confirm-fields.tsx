// Asked in a sensitive form when the person has not shown for a while who they are.
import { Link } from '@remix-run/react';
import { FormField } from '~/ui/form-field';

export interface Ways {
  hasPassword: boolean;
  hasCodes: boolean;
  hasFactor: boolean;
}

interface ConfirmFieldsProps {
  /** Null while the person was confirmed a moment ago. */
  ways: Ways | null;
  issues: Record<string, string>;
  here: string;
  /** `to turn this off`: the form does other things too, which need no confirmation. */
  onlyFor?: string;
}

export function ConfirmFields({ ways, issues, here, onlyFor }: ConfirmFieldsProps) {
  if (!ways) return null;
  const hint = onlyFor
    ? `Only ${onlyFor}: you signed in a while ago, so please confirm that it is you.`
    : 'You signed in a while ago: please confirm that it is you.';
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
          label={ways.hasCodes ? 'Code of your authenticator app' : 'Recovery code'}
          name="proofCode"
          autoComplete={ways.hasCodes ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          required={!onlyFor}
          maxLength={20}
          hint={`${hint}${ways.hasCodes ? ' A recovery code will do too.' : ''}`}
          error={issues.proofCode}
        />
      )}
      {!ways.hasCodes && (
        <p className="account__note">
          {ways.hasFactor ? 'Or: ' : 'You signed in a while ago. '}
          <Link className="link" to={`/auth?redirect=${encodeURIComponent(here)}`}>
            Sign in again
          </Link>{' '}
          {onlyFor ?? 'to go on'}.
        </p>
      )}
    </>
  );
}
