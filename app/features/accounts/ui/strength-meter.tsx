// The strength bar and text under a new password. Loaded when the user starts typing.
import { estimateStrength } from '../passwords/password-strength';

interface StrengthMeterProps {
  password: string;
  words: readonly string[];
}

export function StrengthMeter({ password, words }: StrengthMeterProps) {
  const { level, text } = estimateStrength(password, words);
  return (
    <>
      <span className="strength__bar" data-level={level} aria-hidden="true" />
      <span className="strength__text">
        <span className="sr-only">Password strength: </span>
        {text}
      </span>
    </>
  );
}
