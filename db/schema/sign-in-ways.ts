// Ways into an account besides its password: providers outside, codes on their way, second factors.
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

/** Who a person is at a provider outside. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    /** `google`, `sso:{id}`, `web3` and so on. */
    provider: text().notNull(),
    /** What the provider calls the person; it never changes there. */
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

/** A sign-in on its way through a provider. */
export const authFlows = pgTable(
  'auth_flows',
  {
    /** SHA-256 of the state that travels along, hex. */
    hash: text().primaryKey(),
    provider: text().notNull(),
    redirectTo: text('redirect_to').notNull(),
    /** Of the client that began it; without one the tokens travel in the address's hash. */
    codeChallenge: text('code_challenge'),
    /** Whoever links the provider to an account they are signed in to. */
    linkUserId: uuid('link_user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** In which they asked for it: a link ends with that session. */
    linkSessionId: uuid('link_session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the browser keeps that may come back, hex; null until one has left. */
    bindingHash: text('binding_hash'),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('auth_flows_expires').on(t.expiresAt)],
);

/** Codes that a client exchanges for a session, with the verifier that only it knows. */
export const authCodes = pgTable(
  'auth_codes',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    userId: userId(),
    /** `s256:…` or `plain:…`. */
    codeChallenge: text('code_challenge').notNull(),
    /** How the person showed who they are. */
    method: text().notNull(),
    /** A way in that the exchange adds to the account: `PendingLink`. */
    link: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('auth_codes_expires').on(t.expiresAt), index('auth_codes_user').on(t.userId)],
);

/** A message that a wallet signed: it opens one session and no second one. */
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
    /** Of a TOTP factor, encrypted. */
    secret: text(),
    /** The 30 seconds whose code was taken last: no code is taken twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Of a passkey: `{id, publicKey, counter, transports}`, base64url. */
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

/** A question to a factor, answered once. */
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
    /** What a passkey signs, base64url. */
    challenge: text(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('mfa_challenges_factor').on(t.factorId), index('mfa_challenges_expires').on(t.expiresAt)],
);

/** For whoever lost their second factor: each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Keyed with the person. */
    hash: text().primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
);
