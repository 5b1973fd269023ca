// The user object of the authentication API.
import type { Role } from '../account';

/** A user as the database returns it. Times are ISO. */
export interface StoredUser {
  id: string;
  email: string | null;
  confirmedAt: string | null;
  createdAt: string;
  updatedAt: string;
  invitedAt: string | null;
  bannedUntil: string | null;
  lastSignInAt: string | null;
  hasPassword: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
  fullName: string | null;
  role: Role;
  identities: {
    id: string;
    provider: string;
    providerId: string;
    data: Record<string, unknown>;
    createdAt: string;
    lastSignInAt: string;
  }[];
  factors: {
    id: string;
    type: 'totp' | 'webauthn';
    name: string;
    status: 'verified' | 'unverified';
    createdAt: string;
    updatedAt: string;
    lastChallengedAt: string | null;
  }[];
  change: { email: string; sentAt: string } | null;
}

export type AuthUser = Record<string, unknown> & { id: string; email: string };

export const EMAIL_PROVIDER = 'email';

/**
 * The user's identities. The email address is one, unless the account came from a provider and has no
 * password.
 */
export function listIdentities(user: StoredUser): Record<string, unknown>[] {
  const linked = user.identities.map(({ id, provider, providerId, data, createdAt, lastSignInAt }) => ({
    identity_id: id,
    id: providerId,
    user_id: user.id,
    identity_data: { ...data, sub: providerId },
    provider,
    last_sign_in_at: lastSignInAt,
    created_at: createdAt,
    updated_at: lastSignInAt,
    ...(typeof data.email === 'string' && { email: data.email }),
  }));
  const hasOwn = user.email !== null && (user.hasPassword || linked.length === 0);
  if (!hasOwn) return linked;
  const own = {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: {
      email: user.email,
      email_verified: user.confirmedAt !== null,
      phone_verified: false,
      sub: user.id,
    },
    provider: EMAIL_PROVIDER,
    last_sign_in_at: user.lastSignInAt ?? user.createdAt,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    email: user.email,
  };
  return [own, ...linked];
}

export function toAuthUser(user: StoredUser): AuthUser {
  const identities = listIdentities(user);
  const providers = identities.map(({ provider }) => provider);
  const { confirmedAt, change } = user;
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    ...(confirmedAt && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    phone: '',
    ...(user.lastSignInAt && { last_sign_in_at: user.lastSignInAt }),
    app_metadata: {
      provider: providers[0] ?? EMAIL_PROVIDER,
      providers,
      ...user.appMetadata,
      ...(user.role && { role: user.role }),
    },
    user_metadata: { ...user.userMetadata, ...(user.fullName && { full_name: user.fullName }) },
    identities,
    ...(user.factors.length > 0 && { factors: user.factors.map(toFactor) }),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    is_anonymous: false,
    ...(change && { new_email: change.email, email_change_sent_at: change.sentAt }),
    ...(user.bannedUntil && { banned_until: user.bannedUntil }),
    ...(user.invitedAt && { invited_at: user.invitedAt }),
  };
}

export function toFactor(factor: StoredUser['factors'][number]): Record<string, unknown> {
  return {
    id: factor.id,
    friendly_name: factor.name,
    factor_type: factor.type,
    status: factor.status,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    ...(factor.lastChallengedAt && { last_challenged_at: factor.lastChallengedAt }),
  };
}

/** The response to a sign-up with a registered address. It must look like that of a new account. */
export function placeholderUser(
  id: string,
  email: string,
  fullName: string,
  metadata: Record<string, unknown>,
  now: string,
): AuthUser {
  return {
    ...toAuthUser({
      id,
      email,
      confirmedAt: null,
      createdAt: now,
      updatedAt: now,
      invitedAt: null,
      bannedUntil: null,
      lastSignInAt: null,
      hasPassword: true,
      userMetadata: metadata,
      appMetadata: {},
      fullName,
      role: null,
      identities: [],
      factors: [],
      change: null,
    }),
    confirmation_sent_at: now,
  };
}
