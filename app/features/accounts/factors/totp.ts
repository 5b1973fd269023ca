// Codes of an authenticator app (RFC 6238): six digits, every 30 seconds.
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Clocks that run half a minute wrong are let in. */
const WINDOW = 1;

export interface NewTotp {
  /** Base32, for whoever types it. */
  secret: string;
  /** For the QR code. */
  uri: string;
}

export function makeTotp(issuer: string, label: string): NewTotp {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpAddress(secret, issuer, label) };
}

/** What the QR code says. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  // Both go before and behind a colon.
  const named = { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') };
  return new TOTP({ ...named, secret: Secret.fromBase32(secret) }).toString();
}

/** Which 30 seconds since 1970 a code is of; null for a wrong one. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token: code,
    window: WINDOW,
    timestamp,
  });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}
