// Input of the admin API for accounts. Unsupported fields are refused by name, because a silently ignored
// field would go unnoticed until someone needs it.
import { z } from 'zod';
import { ROLES, type Role } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { ApiEmail, ApiNewPassword, Metadata, parseApi, Uuid } from './api-input';

export const UserChange = z.object({
  email: ApiEmail.nullish(),
  password: ApiNewPassword.nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  ban_duration: z.string().max(40).nullish(),
});
export const NewUser = UserChange.extend({ id: Uuid.nullish() });

/** Fields the client library can send that are not supported here, except with their default value. */
const UnsupportedFields = z.object({
  phone: z.unknown().optional(),
  phone_confirm: z.unknown().optional(),
  password_hash: z.unknown().optional(),
  role: z.unknown().optional(),
  nonce: z.unknown().optional(),
  current_password: z.unknown().optional(),
  data: z.unknown().optional(),
  id: z.unknown().optional(),
});
const isSet = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;

/**
 * @param id the account that is created or changed
 * @throws AuthError that names the unsupported field
 */
export function refuseUnsupportedFields(body: unknown, id: string | undefined): void {
  const given = parseApi(UnsupportedFields, body);
  if (isSet(given.phone) || isSet(given.phone_confirm))
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  const refuse = (field: string, why: string) => {
    throw new AuthError('validation_failed', `${field}: ${why}`);
  };
  if (isSet(given.password_hash))
    refuse('password_hash', 'password hashes can’t be imported: set a password or send a recovery link');
  if (isSet(given.role) && given.role !== 'authenticated')
    refuse('role', 'must be authenticated: set permissions with app_metadata.role');
  if (isSet(given.nonce)) refuse('nonce', 'not used with the service key');
  if (isSet(given.current_password)) refuse('current_password', 'not used with the service key');
  if (isSet(given.data)) refuse('data', 'use user_metadata');
  if (isSet(given.id) && String(given.id).toLowerCase() !== id?.toLowerCase())
    refuse('id', 'the id of an account cannot be changed');
}

/**
 * Separates the role, which is stored in the profile, from the rest of app_metadata. A null role removes it.
 * @throws AuthError for an unknown role
 */
export function splitRole(data: Record<string, unknown> | null | undefined) {
  const { role: given, provider: _provider, providers: _providers, ...rest } = data ?? {};
  if (given === undefined) return { role: undefined, rest };
  const role: Role = ROLES.find((known) => known === given) ?? null;
  if (!role && isSet(given))
    throw new AuthError('validation_failed', `app_metadata.role: should be ${ROLES.join(', ')} or null`);
  return { role, rest };
}

const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const LONGEST_BAN_SECONDS = 200 * 366 * 24 * 3600;
const DURATION = /(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g;

/**
 * When a ban ends, as an ISO time: `1h30m` counts from now. `none` lifts a ban (null).
 * @returns undefined if no duration was given
 * @throws AuthError for a malformed duration
 */
export function toBanEnd(
  ctx: Pick<AccountContext, 'clock'>,
  duration: string | null | undefined,
): string | null | undefined {
  if (!duration) return undefined;
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(DURATION)];
  if (parts.map(([whole]) => whole).join('') !== duration)
    throw new AuthError('validation_failed', 'ban_duration should be like 24h or 1h30m, or none');
  const seconds = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_SECONDS[unit] ?? 0),
    0,
  );
  const end = ctx.clock.now().getTime() + Math.min(seconds, LONGEST_BAN_SECONDS) * 1000;
  return new Date(end).toISOString();
}
