// What accounts ask of the world: tokens, passwords, the session cookie, issuers outside. Types only.

/** What an access token says. Times are seconds since 1970. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Empty for who has none. */
  email: string;
  issuedAt: number;
  expiresAt: number;
  /** `aal2` once a second factor was shown. */
  aal: 'aal1' | 'aal2';
  /** How the person showed who they are, newest first. */
  amr: readonly { method: string; timestamp: number }[];
}

export interface Tokens {
  /** 56 URL-safe characters that nobody can guess. */
  random(): string;
  /** Six digits, for people to type. */
  digits(): string;
  /** SHA-256 in hex: how a token is kept. */
  hash(token: string): Promise<string>;
  /** Like `hash`, for what is short enough to be guessed: nobody else can work it out. */
  keyedHash(text: string): Promise<string>;
  /** Encrypts what must be read again and never be read in a copy of the database. */
  seal(text: string): Promise<string>;
  /** Rejects for what we did not seal. */
  open(sealed: string): Promise<string>;
  /** The successor of a token: the same for the same token, and nothing that others can work out. */
  derive(token: string): Promise<string>;
  /** A secret to share with somebody outside: 32 bytes, the same for the same name, never stored. */
  secretFor(name: string): Promise<Uint8Array>;
  /** The same claims give the same token. */
  sign(claims: AccessClaims): Promise<string>;
  /** Null for what we did not sign. An expired token is still read: the claims tell. */
  read(token: string): Promise<AccessClaims | null>;
  /** With which others check our access tokens: the keys of a JWKS. */
  publicKeys(): Promise<Record<string, string>[]>;
}

export interface Passwords {
  /** @param salt random unless given, at least 16 characters: with the same one, equal passwords have equal hashes */
  hash(password: string, salt?: string): Promise<string>;
  /** Takes the same time whatever the hash's cost, and without a hash (which is false) too. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * What takes the place of a hash whose cost is lower than today's, once its password was shown; null for any other hash.
   * It keeps the salt, so that two sign-ins at the same moment make the same hash.
   */
  renew(password: string, hash: string): Promise<string | null>;
}

export interface TokenPair {
  access: string;
  refresh: string;
}

/** The sealed cookie that holds a token pair. */
export interface SessionCookie {
  /** Null without a cookie, or with one that we did not sign. */
  read(cookieHeader: string | null): Promise<TokenPair | null>;
  /** Set-Cookie values. */
  write(tokens: TokenPair): Promise<string[]>;
  clear(): Promise<string[]>;
}

/** The accounts that people signed in to with this browser. It proves nothing by itself. */
export interface KnownDevices {
  /**
   * @param account the hash of an email address
   * @returns the id of the session that this browser had last at that account
   */
  find(account: string): Promise<string | null>;
  /** The Set-Cookie value that names a session too. */
  remember(account: string, sessionId: string): Promise<string>;
}

/** An OpenID Connect issuer outside. */
export interface AuthProvider {
  /** `google`, or an id of the operator's. */
  id: string;
  /** For the button. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Addresses under these domains sign in here (single sign-on); empty for a provider open to everyone. */
  domains: readonly string[];
  /** Other client ids whose id tokens are taken: those of apps. */
  audiences: readonly string[];
}
