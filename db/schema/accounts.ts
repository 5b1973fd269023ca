// Accounts, profiles, sessions and one-time links.
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

// Triggers, by file in db/triggers/: accounts: forget_deleted_person; articles: previews_end_with_ban,
// previews_end_with_user.
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null for an account that signs in with a wallet only. */
    email: text(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    /** Set by clients of the authentication API. The name is in the profile. */
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    /** Set with the service key only. */
    appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull().default({}),
    bannedUntil: timestamp('banned_until', { withTimezone: true }),
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_once').on(sql`lower(${t.email})`),
    // Changed metadata is merged into the previous value.
    check('users_metadata_size', sql`octet_length(${t.userMetadata}::text) <= 65536`),
    check('users_email_length', sql`length(${t.email}) between 3 and 254`),
  ],
);

// Triggers, by file in db/triggers/: articles: previews_end_with_role.
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull().default(''),
    /** Null for a reader. */
    role: text({ enum: ['admin', 'editor', 'sales', 'audience', 'author'] }),
    /** Reading preferences, for all devices. A null theme follows the device. */
    theme: text({ enum: ['system', 'light', 'dark'] }),
    textSize: text('text_size', { enum: ['small', 'standard', 'large', 'largest'] })
      .notNull()
      .default('standard'),
    typeface: text({ enum: ['serif', 'sans'] })
      .notNull()
      .default('serif'),
  },
  (t) => [
    check('profiles_role_known', sql`${t.role} in ('admin', 'editor', 'sales', 'audience', 'author')`),
    check('profiles_theme_known', sql`${t.theme} in ('system', 'light', 'dark')`),
    check('profiles_text_size_known', sql`${t.textSize} in ('small', 'standard', 'large', 'largest')`),
    check('profiles_typeface_known', sql`${t.typeface} in ('serif', 'sans')`),
  ],
);

/** One sign-in: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The network address at sign-in. */
    address: text(),
    /**
     * The network of the sign-in, while it makes the network and the browser known
     * (`known-places-repo.server.ts`).
     */
    knownNetwork: text('known_network'),
    userAgent: text('user_agent'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Updated with each refresh, so about hourly while the session is in use. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /** The session that replaced this one in the same browser. This one is revoked. */
    replacedBy: uuid('replaced_by'),
    /**
     * SHA-256 (hex) of the cookie `auth-flow` of the browser whose URL received the tokens of this session.
     */
    bindingHash: text('binding_hash'),
    /** aal2 after a second factor. It never rises: a stronger session is a new row. */
    aal: text({ enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    /** Methods and times in seconds since 1970, newest first: `[{"method": "password", "timestamp": 1}]`. */
    amr: jsonb().$type<{ method: string; timestamp: number }[]>().notNull().default([]),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('sessions_known').on(t.userId, t.knownNetwork).where(sql`${t.knownNetwork} is not null`),
    // Ended sessions that still have an address, for the cleanup.
    index('sessions_ended')
      .on(sql`least(${t.expiresAt}, ${t.revokedAt})`)
      .where(sql`${t.address} is not null or ${t.userAgent} is not null`),
    check('sessions_aal_known', sql`${t.aal} in ('aal1', 'aal2')`),
    check('sessions_replaced_ended', sql`${t.replacedBy} is null or ${t.revokedAt} is not null`),
  ],
);

/** Every refresh token issued in a session. Only one of them is unspent. */
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
 * The input of a sign-up. It does not change an account until a link from its own email is opened. Until it
 * expires, signing in with its password answers that the address is not confirmed. An address may have
 * several rows, even if it already has an account.
 */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /**
     * The salt is derived from the address, so equal passwords for one address have equal hashes. Null for a
     * sign-up by emailed code.
     */
    passwordHash: text('password_hash'),
    fullName: text('full_name').notNull().default(''),
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    /**
     * The network of the sign-up (`callerKey`): resend requests from there belong to it. Null for links
     * created with the service key.
     */
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

/** The links and codes in account emails. */
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
    /** The six digits of the same email, as a hash keyed with the address. */
    otpHash: text('otp_hash'),
    /** Where the link redirects, and the PKCE challenge of the client that waits there. */
    redirectTo: text('redirect_to'),
    codeChallenge: text('code_challenge'),
    /** The address that replaces the current one: a new one, or the old one that `email_undo` restores. */
    newEmail: text('new_email'),
    /** The sign-up that this email belongs to. */
    signUpId: uuid('sign_up_id').references(() => pendingSignUps.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }),
  },
  (t) => [
    index('one_time_tokens_user').on(t.userId),
    index('one_time_tokens_expires').on(t.expiresAt),
    index('one_time_tokens_otp').on(t.otpHash),
    index('one_time_tokens_sign_up').on(t.signUpId),
    check(
      'one_time_tokens_purpose_known',
      sql`${t.purpose} in ('verify', 'recovery', 'magiclink', 'invite', 'email_change', 'email_undo', 'reauthentication')`,
    ),
  ],
);

/** Counts attempts per account and per caller. Expired rows have no effect. */
export const authThrottle = pgTable(
  'auth_throttle',
  {
    /** For example `sign-in:account:…` or `sign-in:address:…`. */
    key: text().primaryKey(),
    tries: integer().notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('auth_throttle_ends').on(t.endsAt)],
);
