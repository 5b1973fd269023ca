// Authenticator app codes (RFC 6238): six digits that change every 30 seconds.
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Accepts the previous and next code, for clocks that are up to 30 seconds off. */
const WINDOW = 1;

export interface NewTotp {
  /** Base32, for typing by hand. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

export function makeTotp(issuer: string, label: string): NewTotp {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpAddress(secret, issuer, label) };
}

/** The `otpauth:` URI in the QR code. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  // The URI separates issuer and label with a colon.
  const named = { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') };
  return new TOTP({ ...named, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step (30 seconds, counted from 1970) that a code belongs to; null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token: code,
    window: WINDOW,
    timestamp,
  });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}
