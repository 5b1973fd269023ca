// Asks the browser for a passkey and hands its answer on. Without scripts it is not there, nor in an old browser.
import { type ReactNode, useEffect, useState } from 'react';
import { canUsePasskeys, showPasskey } from '~/lib/authenticator';
import { askServer } from './ask-server';

interface PasskeyButtonProps {
  /** What the passkey stands for. */
  step: 'sign-in' | 'second-factor';
  /** What `/auth/passkey` is told besides: where the person was going. */
  way: Record<string, string>;
  label: string;
  className: string;
  /** In its place where the browser knows no passkeys. */
  otherwise?: ReactNode;
}

interface Answer {
  options?: PublicKeyCredentialRequestOptionsJSON;
  location?: string;
  message?: string;
}

const DOOR = '/auth/passkey';
const DECLINED = 'The passkey was not used. Please try again, or choose another way.';
const UNREACHABLE = 'We cannot be reached right now. Please try again.';

export function PasskeyButton({ step, way, label, className, otherwise = null }: PasskeyButtonProps) {
  // Drawn from the first moment, for nearly every browser can: a button that came later would push the page about.
  const [isAbsent, setAbsent] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setAbsent(!canUsePasskeys()), []);

  const ask = (fields: Record<string, string>) => askServer<Answer>(DOOR, { step, ...way, ...fields });

  /** @returns why it did not work; null when the page is about to be left */
  async function show(): Promise<string | null> {
    const asked = await ask({ intent: 'ask' });
    if (!asked?.options) return asked?.message ?? UNREACHABLE;
    const passkey = await showPasskey(asked.options).catch(() => null);
    if (!passkey) return DECLINED;
    const shown = await ask({ intent: 'show', answer: passkey });
    if (!shown?.location) return shown?.message ?? UNREACHABLE;
    window.location.assign(shown.location);
    return null;
  }

  async function begin() {
    setFailure(null);
    setUnderWay(true);
    const reason = await show();
    setFailure(reason);
    // Until the next page has come, there is something under way.
    if (reason) setUnderWay(false);
  }

  if (isAbsent) return otherwise;
  return (
    <div className="auth__passkey needs-js">
      <button className={className} type="button" onClick={begin} disabled={isUnderWay}>
        {isUnderWay ? 'Waiting for your passkey…' : label}
      </button>
      <p className="auth__failure" role="alert">
        {failure}
      </p>
    </div>
  );
}
