// SQL for the admin's people page.
import { profiles, sessions, users } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { Role } from '../account';
import { IS_LIVE } from '../sessions/sessions-repo.server';
import type { PeopleQuery } from './person';

export type PersonRow = Record<string, unknown> & {
  id: string;
  email: string;
  fullName: string;
  role: Role;
  isBanned: boolean;
  /** The address is confirmed. */
  isConfirmed: boolean;
  isInvited: boolean;
  /** ISO. */
  lastSignInAt: string | null;
  sessions: number;
};

const iso = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const PEOPLE = sql`${users} u left join ${profiles} p on p.user_id = u.id`;
const PERSON = sql`u.id, coalesce(u.email, '') as email, coalesce(p.full_name, '') as "fullName", p.role,
  coalesce(u.banned_until > now(), false) as "isBanned", u.email_verified_at is not null as "isConfirmed",
  u.invited_at is not null as "isInvited",
  (select ${iso(sql`max(s.created_at)`)} from ${sessions} s where s.user_id = u.id) as "lastSignInAt",
  (select count(*)::int from ${sessions} s where s.user_id = u.id and ${IS_LIVE}) as sessions`;

function filterOf({ text, who }: Pick<PeopleQuery, 'text' | 'who'>): SQL {
  const parts = [sql`true`];
  if (who === 'newsroom') parts.push(sql`p.role is not null`);
  if (who === 'readers') parts.push(sql`p.role is null`);
  if (text)
    parts.push(
      sql`strpos(lower(coalesce(u.email, '') || ' ' || coalesce(p.full_name, '')), lower(${text})) > 0`,
    );
  return sql.join(parts, sql` and `);
}

/** By role, readers last, then by name. */
export function selectPeople(build: Build, query: PeopleQuery, limit: number) {
  return build.execute<PersonRow>(sql`
    select ${PERSON} from ${PEOPLE} where ${filterOf(query)}
    order by array_position(array['admin', 'editor', 'sales', 'audience', 'author'], p.role) nulls last, lower(p.full_name), u.id
    limit ${limit} offset ${(query.page - 1) * limit}`);
}

export function countPeople(build: Build, query: PeopleQuery) {
  return build.execute<{ total: number }>(sql`
    select count(*)::int as total from ${PEOPLE} where ${filterOf(query)}`);
}

export function selectPerson(build: Build, id: string) {
  return build.execute<PersonRow>(sql`select ${PERSON} from ${PEOPLE} where u.id = ${id}::uuid`);
}

/**
 * Must be the first statement of every transaction that may remove an admin. Fails with ConflictError for the
 * last admin who can sign in, even if the account was no admin when it was read. Concurrent transactions wait
 * for each other.
 */
export function keepAnAdmin(build: Build, userId: string) {
  return build.execute(sql`select keep_an_admin(${userId}::uuid)`);
}
