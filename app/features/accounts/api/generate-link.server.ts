// Creates links and codes that the holder of the service key sends in their own emails.

import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { keysOf } from '~/lib/properties';
import { EMAIL_CHANGE_HOURS, INVITE_HOURS, MAGIC_LINK_HOURS, RECOVERY_HOURS, VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import {
  insertAuthUser,
  insertInvitedUser,
  selectAuthUserByEmail,
  updateAuthUser,
} from '../people/auth-users-repo.server';
import { spendOpenTokens, updateName } from '../people/users-repo.server';
import { toAllowedAddress } from '../sign-in/mail-link-target';
import { makeMailSecrets } from '../sign-in/mail-token.server';
import { mailTokenStatements, type TokenPurpose } from '../sign-in/one-time-tokens-repo.server';
import { ADDRESS_TAKEN } from '../sign-in/recovery.server';
import { hashForSignUp } from '../sign-in/sign-up.server';
import { deleteSignUps, insertSignUp, type NewSignUp } from '../sign-in/sign-ups-repo.server';
import { ApiEmail, ApiNewPassword, Metadata, parseApi, refuseLength, splitName } from './api-input';
import { type StoredUser, toAuthUser } from './auth-user';

const KINDS = {
  signup: { purpose: 'verify', hours: VERIFY_HOURS, makes: true },
  invite: { purpose: 'invite', hours: INVITE_HOURS, makes: true },
  magiclink: { purpose: 'magiclink', hours: MAGIC_LINK_HOURS, makes: true },
  recovery: { purpose: 'recovery', hours: RECOVERY_HOURS, makes: false },
  email_change_current: { purpose: 'email_change', hours: EMAIL_CHANGE_HOURS, makes: false },
  email_change_new: { purpose: 'email_change', hours: EMAIL_CHANGE_HOURS, makes: false },
} as const satisfies Record<string, { purpose: TokenPurpose; hours: number; makes: boolean }>;

const Asked = z.object({
  type: z.enum(keysOf(KINDS)),
  email: ApiEmail,
  new_email: ApiEmail.nullish(),
  password: ApiNewPassword.nullish(),
  data: Metadata.nullish(),
  redirect_to: z.string().nullish(),
});

type Asked = z.infer<typeof Asked>;

/**
 * Creates a link without sending an email. Creates the account too, if the link type allows that.
 * @throws AuthError
 */
export async function generateLink(ctx: AccountContext, body: unknown, redirectTo: string | null) {
  const asked = parseApi(Asked, body);
  const { email, type, password, new_email: newEmail } = asked;
  const { purpose, hours } = KINDS[type];
  const { build } = ctx.db;
  const found = (await ctx.db.read(selectAuthUserByEmail(build, email))).rows[0]?.user ?? null;
  refuseImpossible(asked, found);
  refuseIgnoredFields(asked);
  if (password) {
    refuseLength(password);
    await refuseGuessable(ctx, password, { email });
  }
  const target = toAllowedAddress(ctx, asked.redirect_to ?? redirectTo) ?? `${ctx.config.siteUrl}/`;
  const { secrets, hashes } = await makeMailSecrets(ctx, newEmail ?? email);
  const signUp = password ? await toSignUp(ctx, asked, password) : null;
  const token = {
    ...hashes,
    purpose,
    hours,
    email,
    ...(newEmail && { newEmail }),
    ...(signUp && { signUp: signUp.id }),
    target: { redirectTo: target, codeChallenge: null },
  };
  await ctx.db.write(
    ...personStatements(ctx, asked, found),
    ...(signUp ? replaceSignUps(ctx, signUp, found) : []),
    ...Object.values(mailTokenStatements(build, token)),
    auditLine(ctx, { event: 'link_created', subject: email, details: { type } }),
  );
  const made = (await ctx.db.read(selectAuthUserByEmail(build, email))).rows[0]?.user;
  if (!made) throw new AuthError('user_not_found', 'User not found');
  const query = new URLSearchParams({ token: secrets.token, type, redirect_to: target });
  return {
    ...toAuthUser(made),
    action_link: `${ctx.config.siteUrl}/auth/v1/verify?${query}`,
    email_otp: secrets.digits,
    hashed_token: secrets.token,
    verification_type: type,
    redirect_to: target,
  };
}

function refuseImpossible({ type, password, new_email }: Asked, found: StoredUser | null): void {
  const { makes, purpose } = KINDS[type];
  if (!found && !makes) throw new AuthError('user_not_found', 'User with this email not found');
  const isExpected = Boolean(found?.invitedAt || found?.role);
  // An account that an unconfirmed sign-up created can still be invited.
  if (type === 'invite' ? found?.confirmedAt || isExpected : type === 'signup' && found?.confirmedAt)
    throw new AuthError('email_exists', ADDRESS_TAKEN);
  if (purpose === 'email_change' && !new_email)
    throw new AuthError('validation_failed', 'A new email address is required');
  if (type !== 'signup') return;
  if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password');
  // The first confirmation of these accounts discards any password, because a stranger may have set it at a
  // sign-up.
  if (isExpected)
    throw new AuthError(
      'validation_failed',
      'type: invited users and users with a role choose their own password; use type recovery',
    );
}

/**
 * Deletes earlier sign-ups of this address, which may be a stranger's. The operator vouches for the new
 * password.
 */
function replaceSignUps({ db }: AccountContext, signUp: NewSignUp, found: StoredUser | null) {
  return [
    ...(found ? [spendOpenTokens(db.build, found.id)] : []),
    deleteSignUps(db.build, signUp.email),
    insertSignUp(db.build, signUp),
  ];
}

async function toSignUp(ctx: AccountContext, { email, data }: Asked, password: string): Promise<NewSignUp> {
  const { fullName = '', rest: metadata } = splitName(data);
  const passwordHash = await hashForSignUp(ctx, email, password);
  return { id: crypto.randomUUID(), email, passwordHash, fullName, metadata, caller: null };
}

/** Creates the account. For a magic link to an existing account, updates its metadata immediately. */
function personStatements({ db }: AccountContext, { email, type, data }: Asked, found: StoredUser | null) {
  const { fullName, rest: userMetadata } = splitName(data);
  const described = { email, fullName: fullName ?? '', role: null, userMetadata };
  if (type === 'invite') return [insertInvitedUser(db.build, described)];
  if (!found) {
    const bare = { passwordHash: null, isConfirmed: false, appMetadata: {}, bannedUntil: null };
    return [insertAuthUser(db.build, { id: crypto.randomUUID(), ...bare, ...described })];
  }
  if (type !== 'magiclink' || !data) return [];
  return [
    updateAuthUser(db.build, found.id, { userMetadata }),
    ...(fullName === undefined ? [] : [updateName(db.build, found.id, fullName)]),
  ];
}

/**
 * Refuses fields that the client's types offer but this link type would ignore.
 * @throws AuthError that names the field
 */
function refuseIgnoredFields({ type, password, data }: Asked): void {
  const refuse = (field: string, why: string) => {
    throw new AuthError('validation_failed', `${field}: ${why}`);
  };
  if (password && type !== 'signup') refuse('password', 'supported for links of type signup only');
  if (data && !['signup', 'invite', 'magiclink'].includes(type))
    refuse('data', 'supported for links of the types signup, invite and magiclink only');
}
