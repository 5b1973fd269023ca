// Second factors as the account pages show them. Times are ISO.

export interface FactorView {
  id: string;
  type: 'totp' | 'webauthn';
  name: string;
  createdAt: string;
  usedAt: string;
}

export interface Security {
  factors: FactorView[];
  /** Unused recovery codes. */
  codesLeft: number;
}

/** The setup of an authenticator app. */
export interface AppSetup {
  id: string;
  name: string;
  /** Base32 in groups of four, for typing by hand. */
  key: string;
  /** `otpauth:` link that opens an app on the same device. */
  uri: string;
  /** The QR code as an SVG path, `size` modules wide. */
  size: number;
  path: string;
}
