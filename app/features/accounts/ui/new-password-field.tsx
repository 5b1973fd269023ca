// The field for a new password. With scripts it tells how hard the password is to guess; that is advice and refuses nothing.
import { lazy, Suspense, useState } from 'react';
import { FormField } from '~/ui/form-field';
import { PASSWORD_MIN } from '../passwords/password-length';
import type * as StrengthMeterModule from './strength-meter';

const StrengthMeter = lazy(() =>
  import('./strength-meter').then(
    (module) => ({ default: module.StrengthMeter }),
    // Offline, or an old page after a deploy: the form works without the hint.
    (): { default: typeof StrengthMeterModule.StrengthMeter } => ({ default: () => <></> }),
  ),
);

interface NewPasswordFieldProps {
  label: string;
  hint?: string;
  error?: string;
  /** What a guesser knows about the person: name and address. */
  words?: readonly string[];
}

export function NewPasswordField({ label, hint, error, words = [] }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  return (
    <div className="new-password">
      <FormField
        label={label}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN}
        hint={hint}
        error={error}
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      {/* There before its first words, or screen readers would not read them. */}
      <p className="strength" aria-live="polite">
        {password !== '' && (
          <Suspense fallback={null}>
            <StrengthMeter password={password} words={words} />
          </Suspense>
        )}
      </p>
    </div>
  );
}
