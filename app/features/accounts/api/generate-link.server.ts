// Links and codes for the owner of the service key, who sends them in mails of their own.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { EMAIL_CHANGE_HOURS, INVITE_HOURS, MAGIC_LINK_HOURS, RECOVERY_HOURS, VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { insertAuthUser, selectAuthUserByEmail, updateAuthUser } from '../auth-users-repo.server';
import { makeMailSecrets } from '../mail-token.server';
import { toAllowedAddress } from '../mail-trip';
import { mailTokenStatements, type Purpose } from '../one-time-tokens-repo.server';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import { updateName } from '../users-repo.server';
import { ApiEmail, Metadata, NewPassword, parseApi, refuseLength, splitName } from './api-input';
import { getAuthUser } from './update-user.server';

const KINDS = {
  signup: { purpose: 'verify', hours: VERIFY_HOURS, makes: true },
  invite: { purpose: 'invite', hours: INVITE_HOURS, makes: true },
  magiclink: { purpose: 'magiclink', hours: MAGIC_LINK_HOURS, makes: true },
  recovery: { purpose: 'recovery', hours: RECOVERY_HOURS, makes: false },
  email_change_current: { purpose: 'email_change', hours: EMAIL_CHANGE_HOURS, makes: false },
  email_change_new: { purpose: 'email_change', hours: EMAIL_CHANGE_HOURS, makes: false },
} as const satisfies Record<string, { purpose: Purpose; hours: number; makes: boolean }>;

const Asked = z.object({
  type: z.enum(Object.keys(KINDS) as (keyof typeof KINDS)[]),
  email: ApiEmail,
  new_email: ApiEmail.nullish(),
  password: NewPassword.nullish(),
  data: Metadata.nullish(),
  redirect_to: z.string().nullish(),
});

/** Mails nothing. An account that is not there is made, where that is the link's purpose. @throws AuthError */
export async function generateLink(ctx: AccountContext, body: unknown, redirectTo: string | null) {
  const asked = parseApi(Asked, body);
  const { purpose, hours, makes } = KINDS[asked.type];
  const { build } = ctx.db;
  const found = (await ctx.db.read(selectAuthUserByEmail(build, asked.email))).rows[0]?.user;
  if (!found && !makes) throw new AuthError('user_not_found', 'User with this email not found');
  if (found && (asked.type === 'invite' || (asked.type === 'signup' && found.confirmedAt)))
    throw new AuthError('email_exists', 'A user with this email address has already been registered');
  const isChange = purpose === 'email_change';
  if (isChange && !asked.new_email)
    throw new AuthError('validation_failed', 'A new email address is required');
  if (asked.type === 'signup' && !asked.password)
    throw new AuthError('validation_failed', 'Signup requires a valid password');
  refuseUncounted(asked);
  if (asked.password) {
    refuseLength(asked.password);
    await refuseGuessable(ctx, asked.password, { email: asked.email });
  }
  // At the first verification of these no password counts: a stranger may have typed it at a sign-up in their name.
  if (asked.type === 'signup' && (found?.invitedAt || found?.role))
    throw new AuthError(
      'validation_failed',
      'type: this person was invited or has a role, and chooses their own password: ask for a recovery link',
    );
  const id = found?.id ?? crypto.randomUUID();
  const target = toAllowedAddress(ctx, asked.redirect_to ?? redirectTo) ?? `${ctx.config.siteUrl}/`;
  const newEmail = isChange ? (asked.new_email ?? undefined) : undefined;
  const { secrets, hashes } = await makeMailSecrets(ctx, newEmail ?? asked.email);
  const { fullName, rest } = splitName(asked.data);
  // Whoever signs in by this link is known already: what is said about them counts at once.
  const described =
    found && asked.type === 'magiclink' && asked.data
      ? [
          updateAuthUser(build, id, { userMetadata: rest }),
          ...(fullName === undefined ? [] : [updateName(build, id, fullName)]),
        ]
      : [];
  const passwordHash = asked.password ? await ctx.passwords.hash(asked.password) : null;
  const made = found
    ? []
    : [
        insertAuthUser(build, {
          id,
          email: asked.email,
          passwordHash,
          isConfirmed: false,
          isInvited: asked.type === 'invite',
          fullName: fullName ?? '',
          role: null,
          userMetadata: rest,
          appMetadata: {},
          bannedUntil: null,
        }),
      ];
  const trip = { redirectTo: target, codeChallenge: null };
  // An account that waits for its verification may be a stranger's doing: what is said here takes the place of their words.
  const brings =
    asked.type === 'signup'
      ? { passwordHash, fullName: fullName ?? null, metadata: asked.data ? rest : null }
      : undefined;
  const token = { ...hashes, purpose, hours, email: asked.email, newEmail, userId: id, brings, trip };
  await ctx.db.write(
    ...made,
    ...described,
    ...mailTokenStatements(build, token),
    auditLine(ctx, { event: 'link_created', subject: asked.email, details: { type: asked.type } }),
  );
  const query = new URLSearchParams({ token: secrets.token, type: asked.type, redirect_to: target });
  return {
    ...(await getAuthUser(ctx, id)),
    action_link: `${ctx.config.siteUrl}/auth/v1/verify?${query}`,
    email_otp: secrets.digits,
    hashed_token: secrets.token,
    verification_type: asked.type,
    redirect_to: target,
  };
}

/** What the client's types offer for no link of this kind would be missed when it is needed. @throws AuthError that names it */
function refuseUncounted({ type, password, data }: z.infer<typeof Asked>): void {
  const refuse = (field: string, why: string) => {
    throw new AuthError('validation_failed', `${field}: ${why}`);
  };
  if (password && type !== 'signup') refuse('password', 'counts for a link of type signup alone');
  if (data && !['signup', 'invite', 'magiclink'].includes(type))
    refuse('data', 'counts for links of the types signup, invite and magiclink alone');
}
