// What the owner of the service key may say about an account. What is not offered here is refused by name: a field that was
// taken and forgotten would be missed when it is needed.
import { z } from 'zod';
import { ROLES, type Role } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { ApiEmail, Metadata, NewPassword, parseApi, Uuid } from './api-input';

export const UserChange = z.object({
  email: ApiEmail.nullish(),
  password: NewPassword.nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  ban_duration: z.string().max(40).nullish(),
});
export const NewUser = UserChange.extend({ id: Uuid.nullish() });

/** Of the client's own fields, those that mean nothing here unless they say what is so anyway. */
const Unoffered = z.object({
  phone: z.unknown().optional(),
  phone_confirm: z.unknown().optional(),
  password_hash: z.unknown().optional(),
  role: z.unknown().optional(),
  nonce: z.unknown().optional(),
  current_password: z.unknown().optional(),
  data: z.unknown().optional(),
  id: z.unknown().optional(),
});
const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;

/** @param id of the account that is made or changed @throws AuthError that names the field */
export function refuseUnoffered(body: unknown, id: string | undefined): void {
  const said = parseApi(Unoffered, body);
  if (isSaid(said.phone) || isSaid(said.phone_confirm))
    throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  const refuse = (field: string, why: string) => {
    throw new AuthError('validation_failed', `${field}: ${why}`);
  };
  if (isSaid(said.password_hash))
    refuse('password_hash', 'hashes made elsewhere are not taken: send a password, or a recovery link');
  if (isSaid(said.role) && said.role !== 'authenticated')
    refuse('role', 'every person is authenticated: what they may do is app_metadata.role');
  if (isSaid(said.nonce)) refuse('nonce', 'the service key needs none');
  if (isSaid(said.current_password)) refuse('current_password', 'the service key needs none');
  if (isSaid(said.data)) refuse('data', 'use user_metadata');
  if (isSaid(said.id) && String(said.id).toLowerCase() !== id?.toLowerCase())
    refuse('id', 'the id of an account does not change');
}

/** What somebody may do in the newsroom is the profile's to say; null takes it away. @throws AuthError for a role of others */
export function splitRole(data: Record<string, unknown> | null | undefined) {
  const { role: said, provider: _provider, providers: _providers, ...rest } = data ?? {};
  if (said === undefined) return { role: undefined, rest };
  const role: Role = ROLES.find((known) => known === said) ?? null;
  if (!role && isSaid(said))
    throw new AuthError('validation_failed', `app_metadata.role: should be ${ROLES.join(', ')} or null`);
  return { role, rest };
}

const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const LONGEST_BAN_SECONDS = 200 * 366 * 24 * 3600;
const DURATION = /(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g;

/** `1h30m` from now; `none` ends a ban (null); undefined where nothing was said. @throws AuthError */
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
