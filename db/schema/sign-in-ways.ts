// Ways to sign in besides a password: identity providers, codes, wallets and second factors.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions, users } from './accounts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();

/** A person's identity at an external provider. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    /** `google`, `sso:{id}`, `web3` and so on. */
    provider: text().notNull(),
    /** The provider's id of the person, which never changes. */
    providerId: text('provider_id').notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('identities_once').on(t.provider, t.providerId),
    index('identities_user').on(t.userId),
    check(
      'identities_lengths',
      sql`length(${t.provider}) <= 80 and length(${t.providerId}) between 1 and 400`,
    ),
  ],
);

/** A sign-in that is in progress at a provider. */
export const authFlows = pgTable(
  'auth_flows',
  {
    /** SHA-256 of the state parameter, hex. */
    hash: text().primaryKey(),
    provider: text().notNull(),
    redirectTo: text('redirect_to').notNull(),
    /** PKCE challenge of the client that started it. Without one, tokens are returned in the URL fragment. */
    codeChallenge: text('code_challenge'),
    /** The signed-in account that the provider is being linked to. */
    linkUserId: uuid('link_user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The session that asked for the link. The link ends with it. */
    linkSessionId: uuid('link_session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /**
     * SHA-256 (hex) of the cookie of the browser that may return; null until a browser has started the flow.
     */
    bindingHash: text('binding_hash'),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('auth_flows_expires').on(t.expiresAt)],
);

/** Authorization codes that a client exchanges for a session, with the PKCE verifier. */
export const authCodes = pgTable(
  'auth_codes',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    userId: userId(),
    /** `s256:…` or `plain:…`. */
    codeChallenge: text('code_challenge').notNull(),
    /** How the person signed in. */
    method: text().notNull(),
    /** An identity that the exchange links to the account: `PendingLink`. */
    link: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('auth_codes_expires').on(t.expiresAt), index('auth_codes_user').on(t.userId)],
);

/** Messages signed by a wallet. Each opens one session. */
export const signedMessages = pgTable(
  'signed_messages',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('signed_messages_expires').on(t.expiresAt)],
);

/** Second factors. */
export const mfaFactors = pgTable(
  'mfa_factors',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    type: text({ enum: ['totp', 'webauthn'] }).notNull(),
    name: text().notNull().default(''),
    status: text({ enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    /** Set for TOTP factors; encrypted. */
    secret: text(),
    /** The 30-second step of the last accepted code, so that no code is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Set for passkeys: `{id, publicKey, counter, transports}`, base64url. */
    credential: jsonb().$type<Record<string, unknown>>(),
    credentialId: text('credential_id').unique('mfa_factors_credential_once'),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    lastChallengedAt: timestamp('last_challenged_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('mfa_factors_name_once').on(t.userId, t.name).where(sql`${t.name} <> ''`),
    index('mfa_factors_user').on(t.userId),
    check('mfa_factors_type_known', sql`${t.type} in ('totp', 'webauthn')`),
    check('mfa_factors_status_known', sql`${t.status} in ('unverified', 'verified')`),
    check('mfa_factors_name_length', sql`length(${t.name}) <= 100`),
  ],
);

/** A challenge for a factor, answered once. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    id: uuid().primaryKey().defaultRandom(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => mfaFactors.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** What the passkey signs, base64url. */
    challenge: text(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('mfa_challenges_factor').on(t.factorId), index('mfa_challenges_expires').on(t.expiresAt)],
);

/** Replace a lost second factor. Each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Keyed with the account's id. */
    hash: text().primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
);
