// People who can sign in, what they are here, and their sessions.
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

// Triggers, by file in db/triggers/: accounts: forget_deleted_person.
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null for whoever signs in with a wallet alone. */
    email: text(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    /** What a client of the authentication API keeps about a person; the name is the profile's. */
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    /** The same, for the owner of the service key alone. */
    appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull().default({}),
    bannedUntil: timestamp('banned_until', { withTimezone: true }),
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_once').on(sql`lower(${t.email})`),
    check('users_email_length', sql`length(${t.email}) between 3 and 254`),
  ],
);

export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull().default(''),
    /** Of the newsroom, or null for a reader. */
    role: text({ enum: ['admin', 'editor', 'author'] }),
    /** How they like to read, on all their devices. Null leaves the theme to the device. */
    theme: text({ enum: ['system', 'light', 'dark'] }),
    textSize: text('text_size', { enum: ['small', 'standard', 'large', 'largest'] })
      .notNull()
      .default('standard'),
    typeface: text({ enum: ['serif', 'sans'] })
      .notNull()
      .default('serif'),
  },
  (t) => [
    check('profiles_role_known', sql`${t.role} in ('admin', 'editor', 'author')`),
    check('profiles_theme_known', sql`${t.theme} in ('system', 'light', 'dark')`),
    check('profiles_text_size_known', sql`${t.textSize} in ('small', 'standard', 'large', 'largest')`),
    check('profiles_typeface_known', sql`${t.typeface} in ('serif', 'sans')`),
  ],
);

/** A sign-in and all that was refreshed from it: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the caller who signed in. */
    address: text(),
    /** The network of that address, while this sign-in vouches for the network and for its browser (`known-places-repo`). */
    knownNetwork: text('known_network'),
    userAgent: text('user_agent'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Moves with each refresh, so at least hourly while in use. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** The session that took this one's place in its browser; this one is revoked. */
    replacedBy: uuid('replaced_by'),
    /** SHA-256 of the cookie `auth-flow` of the browser whose address was given this session's tokens, hex. */
    bindingHash: text('binding_hash'),
    /** aal2 if a second factor was shown. It never rises: a stronger session is a new one. */
    aal: text({ enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    /** How, and when in seconds since 1970: `[{"method": "password", "timestamp": 1}]`, newest first. */
    amr: jsonb().$type<{ method: string; timestamp: number }[]>().notNull().default([]),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('sessions_known').on(t.userId, t.knownNetwork).where(sql`${t.knownNetwork} is not null`),
    // Of those that still tell where they were, to forget that in time.
    index('sessions_ended')
      .on(sql`least(${t.expiresAt}, ${t.revokedAt})`)
      .where(sql`${t.address} is not null or ${t.userAgent} is not null`),
    check('sessions_aal_known', sql`${t.aal} in ('aal1', 'aal2')`),
    check('sessions_replaced_ended', sql`${t.replacedBy} is null or ${t.revokedAt} is not null`),
  ],
);

/** Each token of a session ever given out. Only one is not spent. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
);

/**
 * What was typed at a sign-up. It has no effect on an account before a link of its own mail is opened; until it expires,
 * a sign-in with its password is told that the address is not confirmed. There may be several for one address, and one for an
 * address that has an account already.
 */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /** Salted with the address: equal passwords for one address have equal hashes. Null for a sign-up by mailed code. */
    passwordHash: text('password_hash'),
    fullName: text('full_name').notNull().default(''),
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    /** The network it came from (`callerKey`), whose resend requests belong to it; null for links made by the service key. */
    caller: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('pending_sign_ups_email').on(sql`lower(${t.email})`),
    index('pending_sign_ups_expires').on(t.expiresAt),
    check('pending_sign_ups_email_length', sql`length(${t.email}) between 3 and 254`),
  ],
);

/** What the links in our mails carry. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256, hex. */
    hash: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({
      enum: ['verify', 'recovery', 'magiclink', 'invite', 'email_change', 'email_undo', 'reauthentication'],
    }).notNull(),
    /** The six digits of the same mail, keyed with the address they went to. */
    otpHash: text('otp_hash'),
    /** Where the link leads back to, and the challenge of whoever waits there (PKCE). */
    redirectTo: text('redirect_to'),
    codeChallenge: text('code_challenge'),
    /** The address that takes the place of the present one: a new one, or the old one that `email_undo` restores. */
    newEmail: text('new_email'),
    /** The sign-up whose mail this is. */
    signUpId: uuid('sign_up_id').references(() => pendingSignUps.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [
    index('one_time_tokens_user').on(t.userId),
    index('one_time_tokens_otp').on(t.otpHash),
    index('one_time_tokens_sign_up').on(t.signUpId),
    check(
      'one_time_tokens_purpose_known',
      sql`${t.purpose} in ('verify', 'recovery', 'magiclink', 'invite', 'email_change', 'email_undo', 'reauthentication')`,
    ),
  ],
);

/** Counts tries per account and per caller; a row past its end counts for nothing. */
export const authThrottle = pgTable(
  'auth_throttle',
  {
    /** `sign-in:account:…`, `sign-in:address:…` and so on. */
    key: text().primaryKey(),
    tries: integer().notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('auth_throttle_ends').on(t.endsAt)],
);
