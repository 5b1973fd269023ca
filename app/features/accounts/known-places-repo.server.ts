// The SQL of known devices and networks: those of an account's completed sign-ins of the last 90 days.
import { sessions, users } from 'db/schema/accounts';
import { mfaFactors } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { KNOWN_DAYS } from './account';
import type { AccountRules } from './throttle';
import { isWithin } from './throttle-repo.server';

type Build = Database['build'];

/** A password alone does not make a place known where a second factor is due. */
const IS_COMPLETE = sql`(s.aal = 'aal2' or not exists (
  select 1 from ${mfaFactors} f where f.user_id = s.user_id and f.status = 'verified'))`;

/** For `sessions s`: a sign-in that vouches for where it was made. */
const VOUCHES = sql`s.known_network is not null and s.last_seen_at > now() - make_interval(days => ${KNOWN_DAYS})
  and ${IS_COMPLETE}`;

const isKnown = (email: string, place: SQL) => sql`exists (
  select 1 from ${sessions} s join ${users} u on u.id = s.user_id
  where lower(u.email) = lower(${email}) and ${place} and ${VOUCHES})`;

const isKnownNetwork = (email: string, { network }: AccountRules) =>
  isKnown(email, sql`s.known_network = ${network.place}`);

const isKnownDevice = (email: string, { device }: AccountRules) =>
  device ? isKnown(email, sql`s.id = ${device.place}::uuid`) : sql`false`;

/**
 * True inside a statement if these rules leave the caller a try at the account of this address: by the limits that all callers
 * share, or by those of a known network or device. A known device does not depend on what others do from its address.
 * @param spare as in `isWithin`
 */
export function isAdmitted(email: string, rules: AccountRules, spare: number): SQL {
  const { account, address, network, device } = rules;
  const byNetwork = sql`(${isWithin([network], spare)} and ${isKnownNetwork(email, rules)})`;
  const byAddress = sql`(${isWithin([address], spare)} and (${isWithin([account], spare)} or ${byNetwork}))`;
  if (!device) return byAddress;
  return sql`(${byAddress} or (${isWithin([device], spare)} and ${isKnownDevice(email, rules)}))`;
}

export interface Standing {
  isAdmitted: boolean;
  isKnownDevice: boolean;
}

/** How the caller stands at the account of an address. One row, for unknown addresses too. */
export function selectStanding(build: Build, email: string, rules: AccountRules, spare: number) {
  return build.execute<Record<string, unknown> & Standing>(sql`
    select ${isAdmitted(email, rules, spare)} as "isAdmitted", ${isKnownDevice(email, rules)} as "isKnownDevice"`);
}

export function getStanding({ rows: [standing] }: { rows: Standing[] }): Standing {
  if (!standing) throw new Error('A select without a table gives one row.');
  return standing;
}

/** A device or a network that is known to a signed-in person; one of them at most is named. */
export function selectKnownPlace(
  build: Build,
  userId: string,
  places: { network: string; device: string | null },
) {
  const { network, device } = places;
  return build.execute<{ isDevice: boolean }>(sql`
    select (s.id = ${device}::uuid) is true as "isDevice" from ${sessions} s
    where s.user_id = ${userId}::uuid and (s.id = ${device}::uuid or s.known_network = ${network}) and ${VOUCHES}
    order by 1 desc limit 1`);
}

/** After a change of password or address: only the session that made it, if one is named, still vouches for its place. */
export function forgetPlaces(build: Build, userId: string, except: string | null) {
  return build.execute(sql`
    update ${sessions} set known_network = null
    where user_id = ${userId}::uuid and known_network is not null and (${except}::uuid is null or id <> ${except}::uuid)`);
}
