// A button that signs in or confirms with a passkey. Hidden without JavaScript and in browsers without
// passkeys.
import { type ReactNode, useEffect, useState } from 'react';
import { canUsePasskeys, signWithPasskey } from '~/lib/authenticator';
import { askServer } from './ask-server';

interface PasskeyButtonProps {
  /** What the passkey is used for. */
  step: 'sign-in' | 'second-factor';
  /** Further fields for `/auth/passkey`, such as the page to return to. */
  way: Record<string, string>;
  label: string;
  className: string;
  /** Shown in browsers without passkeys. */
  otherwise?: ReactNode;
}

interface Answer {
  options?: PublicKeyCredentialRequestOptionsJSON;
  location?: string;
  message?: string;
}

const ROUTE = '/auth/passkey';
const DECLINED = 'The passkey was not used. Please try again, or choose another sign-in method.';
const UNREACHABLE = 'We couldn’t reach the server. Please try again.';

export function PasskeyButton({ step, way, label, className, otherwise = null }: PasskeyButtonProps) {
  // Rendered from the start, because almost every browser supports passkeys and a late button would shift the
  // layout.
  const [isAbsent, setAbsent] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setAbsent(!canUsePasskeys()), []);

  const ask = (fields: Record<string, string>) => askServer<Answer>(ROUTE, { step, ...way, ...fields });

  /** @returns the reason of a failure; null when the browser is about to leave the page */
  async function show(): Promise<string | null> {
    const asked = await ask({ intent: 'ask' });
    if (!asked?.options) return asked?.message ?? UNREACHABLE;
    const passkey = await signWithPasskey(asked.options).catch(() => null);
    if (!passkey) return DECLINED;
    const shown = await ask({ intent: 'show', answer: passkey });
    if (!shown?.location) return shown?.message ?? UNREACHABLE;
    window.location.assign(shown.location);
    return null;
  }

  async function begin() {
    setFailure(null);
    setPending(true);
    const reason = await show();
    setFailure(reason);
    // Stay pending until the next page has loaded.
    if (reason) setPending(false);
  }

  if (isAbsent) return otherwise;
  return (
    <div className="auth__passkey needs-js">
      <button className={className} type="button" onClick={begin} disabled={isPending}>
        {isPending ? 'Waiting for your passkey...' : label}
      </button>
      <p className="auth__failure" role="alert">
        {failure}
      </p>
    </div>
  );
}
