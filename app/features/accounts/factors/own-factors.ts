// What the account pages show of second factors. Types only. Times are ISO.

export interface FactorView {
  id: string;
  type: 'totp' | 'webauthn';
  name: string;
  createdAt: string;
  usedAt: string;
}

export interface Security {
  factors: FactorView[];
  /** Recovery codes that were not used yet. */
  codesLeft: number;
}

/** For an authenticator app. */
export interface AppSetup {
  id: string;
  name: string;
  /** Base32 in groups of four, for whoever types it. */
  key: string;
  /** Opens an app on the same device. */
  uri: string;
  /** The QR code: a path in a square of so many modules. */
  size: number;
  path: string;
}
