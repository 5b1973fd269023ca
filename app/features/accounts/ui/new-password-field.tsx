// The field for a new password. With JavaScript it shows the password's strength, which is advice only.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { FormField } from '~/ui/form-field';
import { PASSWORD_MIN } from '../passwords/password-rules';
import type * as StrengthMeterModule from './strength-meter';

const StrengthMeter = lazy(() =>
  import('./strength-meter').then(
    (module) => ({ default: module.StrengthMeter }),
    // If the chunk fails to load (offline, or an old page after a deploy), the form works without the meter.
    (): { default: typeof StrengthMeterModule.StrengthMeter } => ({ default: () => <></> }),
  ),
);

interface NewPasswordFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Facts about the user that weaken a password: name and address. */
  words?: readonly string[] | undefined;
}

export function NewPasswordField({ label, hint, error, words = [] }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    const empty = () => setPassword('');
    form?.addEventListener('reset', empty);
    return () => form?.removeEventListener('reset', empty);
  }, []);
  return (
    <div className="new-password" ref={box}>
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
      {/* Rendered empty at first: screen readers announce changes of an existing live region only. */}
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
