// People in the hands of an admin: inviting, roles, disabling, signing out. The authentication API's admin routes do the
// same for the owner of the service key, with the same statements.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { ConstraintError, ForbiddenError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { INVITE_HOURS, ROLES, type Role, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { Invitation } from './account-input';
import { inviteMail } from './account-mails';
import { insertInvitedUser, updateAuthUser, updateRole } from './auth-users-repo.server';
import { makeMailSecrets } from './mail-token.server';
import { OWN_TRIP } from './mail-trip';
import { mailTokenStatements, spendInvitations } from './one-time-tokens-repo.server';
import { countPeople, keepAnAdmin, type PersonRow, selectPeople, selectPerson } from './people-repo.server';
import type { PeopleQuery, Person } from './person';
import { revokeSessions } from './sessions-repo.server';
import { spendOpenTokens } from './users-repo.server';

export const PEOPLE_PER_PAGE = 25;

const GONE = 'This account does not exist any more.';
const TAKEN = 'There is an account with this address already: change its role in the list.';
const YOURSELF = 'This is your own account: ask another admin, or use your account page.';
/** Nobody waits for its end. */
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
 * An account with a role and without a password, and a mail whose link lets its owner choose one.
 * @throws InvalidError, field by field, also for an address that has an account
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

/** Another link for whoever has not taken the first one, which opens nothing any more. @throws NotFoundError, InvalidError */
export async function inviteAgain(ctx: AccountContext, viewer: Viewer, id: string): Promise<Person> {
  const person = await getPerson(ctx, id);
  if (person.status !== 'invited') throw new InvalidError('Only who was invited and has not come yet.');
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
  const token = { ...hashes, purpose: 'invite', hours: INVITE_HOURS, email, trip: OWN_TRIP } as const;
  return mailTokenStatements(db.build, token);
}

const RoleChoice = z.object({ role: z.enum([...ROLES, 'reader'], 'Choose a role') });

/**
 * What somebody may do from now on. Their sessions end: with another role goes another session.
 * @throws NotFoundError, InvalidError, ForbiddenError for oneself, ConflictError for the last admin
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
 * Nobody signs in with this account any more, and whoever is signed in with it is not from the next request on.
 * @throws NotFoundError, ForbiddenError for oneself, ConflictError for the last admin
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

/** Ends every session of somebody else. @throws NotFoundError, ForbiddenError for oneself */
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
  if (person.id === viewer.userId) throw new ForbiddenError(YOURSELF);
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
