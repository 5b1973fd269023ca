// Account administration by admins: inviting, roles, disabling, signing out. The API's admin routes use the
// same statements.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { ConstraintError, ForbiddenError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { INVITE_HOURS, ROLES, type Role, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { inviteMail } from '../emails/account-emails';
import { Invitation } from '../profile/account-input';
import { revokeSessions } from '../sessions/sessions-repo.server';
import { OWN_LINK_TARGET } from '../sign-in/mail-link-target';
import { makeMailSecrets } from '../sign-in/mail-token.server';
import { mailTokenStatements, spendInvitations } from '../sign-in/one-time-tokens-repo.server';
import { insertInvitedUser, updateAuthUser, updateRole } from './auth-users-repo.server';
import { countPeople, keepAnAdmin, type PersonRow, selectPeople, selectPerson } from './people-repo.server';
import type { PeopleQuery, Person } from './person';
import { spendOpenTokens } from './users-repo.server';

export const PEOPLE_PER_PAGE = 25;

const GONE = 'This account no longer exists.';
const TAKEN = 'An account with this address already exists. Change its role in the list.';
const OWN_ACCOUNT = 'This is your own account. Ask another admin, or use your account page.';
/** Means "forever", because a ban needs an end date. */
const DISABLED_YEARS = 100;
const YEAR_MS = 365 * 24 * 3600 * 1000;

export async function listPeople(
  { db }: Pick<AccountContext, 'db'>,
  query: PeopleQuery,
): Promise<{ people: Person[]; total: number }> {
  const [found, counted] = await Promise.all([
    db.read(selectPeople(db.build, query, PEOPLE_PER_PAGE)),
    db.read(countPeople(db.build, query)),
  ]);
  return { people: found.rows.map(toPerson), total: counted.rows[0]?.total ?? 0 };
}

export async function findPerson({ db }: Pick<AccountContext, 'db'>, id: string): Promise<Person | null> {
  const row = (await db.read(selectPerson(db.build, id))).rows[0];
  return row ? toPerson(row) : null;
}

function toPerson({ id, email, fullName, role, lastSignInAt, sessions, ...row }: PersonRow): Person {
  const { isBanned, isConfirmed, isInvited } = row;
  const status = isBanned ? 'disabled' : isConfirmed ? 'active' : isInvited ? 'invited' : 'unconfirmed';
  return { id, email, fullName, role, status, lastSignInAt, sessions };
}

/** @throws NotFoundError */
async function getPerson(ctx: Pick<AccountContext, 'db'>, id: string): Promise<Person> {
  const person = await findPerson(ctx, id);
  if (!person) throw new NotFoundError(GONE);
  return person;
}

/**
 * Creates an account with a role and no password, and emails a link with which its owner sets one.
 * @throws InvalidError with field errors, also for a registered address
 */
export async function invitePerson(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<string> {
  const { email, fullName, role } = parseInput(Invitation, input);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  try {
    await ctx.db.write(
      insertInvitedUser(ctx.db.build, { email, fullName, role, userMetadata: {} }),
      ...inviteStatements(ctx, email, hashes),
      personLine(ctx, viewer, 'user_invited', { email }, { to: role }),
    );
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.constraint !== 'users_email_once') throw error;
    throw InvalidError.at('email', TAKEN);
  }
  await ctx.mail.send(inviteMail(email, ctx.config.siteUrl, secrets));
  return email;
}

/**
 * Emails another invitation link and invalidates the earlier ones.
 * @throws NotFoundError, InvalidError
 */
export async function inviteAgain(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getPerson(ctx, id);
  if (person.status !== 'invited') throw new InvalidError('This person has already accepted the invitation.');
  const { secrets, hashes } = await makeMailSecrets(ctx, person.email);
  await ctx.db.write(
    spendInvitations(ctx.db.build, person.id),
    ...inviteStatements(ctx, person.email, hashes),
    personLine(ctx, viewer, 'user_invited', person, { again: true }),
  );
  await ctx.mail.send(inviteMail(person.email, ctx.config.siteUrl, secrets));
  return person;
}

function inviteStatements({ db }: AccountContext, email: string, hashes: { hash: string; otpHash: string }) {
  const token = {
    ...hashes,
    purpose: 'invite',
    hours: INVITE_HOURS,
    email,
    target: OWN_LINK_TARGET,
  } as const;
  return Object.values(mailTokenStatements(db.build, token));
}

const RoleChoice = z.object({ role: z.enum([...ROLES, 'reader'], 'Choose a role') });

/**
 * Changes a role and ends the user's sessions, so that every session has the new permissions.
 * @throws NotFoundError, InvalidError, ForbiddenError for the viewer's own account, ConflictError for the
 * last admin
 */
export async function changeRole(
  ctx: AccountContext,
  viewer: Viewer,
  id: string,
  input: unknown,
): Promise<Person> {
  const chosen = parseInput(RoleChoice, input).role;
  const role: Role = chosen === 'reader' ? null : chosen;
  const person = await getOther(ctx, viewer, id);
  if (person.role === role) return person;
  const { build } = ctx.db;
  await ctx.db.write(
    keepAnAdmin(build, id),
    updateRole(build, id, role),
    revokeSessions(build, id, 'all'),
    personLine(ctx, viewer, 'user_updated', person, { what: 'role', from: person.role, to: role }),
  );
  return { ...person, role };
}

/**
 * Blocks sign-in and ends all sessions, effective with the next request.
 * @throws NotFoundError, ForbiddenError for the viewer's own account, ConflictError for the last admin
 */
export async function disablePerson(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getOther(ctx, viewer, id);
  const { build } = ctx.db;
  const bannedUntil = new Date(ctx.clock.now().getTime() + DISABLED_YEARS * YEAR_MS).toISOString();
  await ctx.db.write(
    keepAnAdmin(build, id),
    updateAuthUser(build, id, { bannedUntil }),
    revokeSessions(build, id, 'all'),
    spendOpenTokens(build, id),
    personLine(ctx, viewer, 'user_disabled', person),
  );
  return person;
}

/** @throws NotFoundError */
export async function enablePerson(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getPerson(ctx, id);
  await ctx.db.write(
    updateAuthUser(ctx.db.build, id, { bannedUntil: null }),
    personLine(ctx, viewer, 'user_enabled', person),
  );
  return person;
}

/**
 * Ends every session of another user.
 * @throws NotFoundError, ForbiddenError for the viewer's own account
 */
export async function signOutPerson(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getOther(ctx, viewer, id);
  await ctx.db.write(
    revokeSessions(ctx.db.build, id, 'all'),
    personLine(ctx, viewer, 'user_signed_out', person),
  );
  return person;
}

async function getOther(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getPerson(ctx, id);
  if (person.id === viewer.userId) throw new ForbiddenError(OWN_ACCOUNT);
  return person;
}

function personLine(
  ctx: AccountContext,
  { userId }: Viewer,
  event: string,
  { email }: Pick<Person, 'email'>,
  details: Record<string, unknown> = {},
) {
  return auditLine(ctx, { event, actorId: userId, subject: email, details });
}
