// Runtime interfaces for accounts: tokens, passwords, cookies, providers.

/** Claims of an access token. Times are seconds since 1970. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Empty for an account without an address. */
  email: string;
  issuedAt: number;
  expiresAt: number;
  /** `aal2` after a second factor was used. */
  aal: 'aal1' | 'aal2';
  /** Authentication methods (RFC 8176), newest first. */
  amr: readonly { method: string; timestamp: number }[];
}

export interface Tokens {
  /** 56 random URL-safe characters (336 bits). */
  random(): string;
  /** Six random digits. */
  digits(): string;
  /** SHA-256 in hex, the form in which tokens are stored. */
  hash(token: string): Promise<string>;
  /** Keyed hash for values short enough to be guessed. Cannot be computed without our secret. */
  keyedHash(text: string): Promise<string>;
  /** Encrypts a value that we must read again and that a database copy must not reveal. */
  seal(text: string): Promise<string>;
  /** Rejects for values that we did not encrypt. */
  open(sealed: string): Promise<string>;
  /** The successor of a token: deterministic, and not computable without our secret. */
  derive(token: string): Promise<string>;
  /** A secret of 32 bytes to share with an external service. Derived from the name and never stored. */
  secretFor(name: string): Promise<Uint8Array>;
  /** Deterministic: the same claims produce the same token. */
  sign(claims: AccessClaims): Promise<string>;
  /** Null for a token that we did not sign. Expired tokens are read too: check the claims. */
  read(token: string): Promise<AccessClaims | null>;
  /** The public keys for verifying access tokens, as in a JWKS. */
  publicKeys(): Promise<Record<string, string>[]>;
}

export interface Passwords {
  /**
   * @param salt at least 16 characters; random by default. With the same salt, equal passwords have equal
   * hashes
   */
  hash(password: string, salt?: string): Promise<string>;
  /** Takes the same time for any cost. Without a hash it takes as long and returns false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Returns a hash at the current cost if the given one has a lower cost, else null. Keeps the salt, so that
   * two concurrent sign-ins produce the same hash.
   */
  renew(password: string, hash: string): Promise<string | null>;
}

export interface TokenPair {
  access: string;
  refresh: string;
}

/** The encrypted cookie with the token pair. */
export interface SessionCookie {
  /** Null for a missing cookie, or one that we did not encrypt. */
  read(cookieHeader: string | null): Promise<TokenPair | null>;
  /** Set-Cookie values. */
  write(tokens: TokenPair): Promise<string[]>;
  clear(): Promise<string[]>;
}

/** The accounts that signed in with this browser. The cookie proves nothing without the database. */
export interface KnownDevices {
  /**
   * @param account the hash of an email address
   * @returns the id of this browser's last session at that account
   */
  find(account: string): Promise<string | null>;
  /** Whether someone signed in with this browser in the last 90 days. */
  isKnown(): Promise<boolean>;
  /** Returns a Set-Cookie value that adds a session. */
  remember(account: string, sessionId: string): Promise<string>;
}

/** An external OpenID Connect provider. */
export interface AuthProvider {
  /** `google`, or an id chosen by the operator. */
  id: string;
  /** Label of the button. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /**
   * Users with addresses in these domains sign in here (single sign-on); empty for a provider open to
   * everyone.
   */
  domains: readonly string[];
  /** Additional accepted client ids, such as those of mobile apps. */
  audiences: readonly string[];
}
