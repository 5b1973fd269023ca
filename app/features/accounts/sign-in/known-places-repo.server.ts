// SQL for known devices and networks: those of completed sign-ins to an account in the last 90 days.
import { sessions, users } from 'db/schema/accounts';
import { mfaFactors } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { AccountRules, ThrottleRule } from '~/features/rate-limit/throttle';
import { isWithin } from '~/features/rate-limit/throttle-repo.server';
import type { Build } from '~/platform/context';
import { KNOWN_DAYS } from '../account';

/** For users with a second factor, a sign-in is complete once the factor was used. */
const IS_COMPLETE = sql`(s.aal = 'aal2' or not exists (
  select 1 from ${mfaFactors} f where f.user_id = s.user_id and f.status = 'verified'))`;

/** For `sessions s`: a sign-in that makes its device and network known. */
const VOUCHES = sql`s.known_network is not null and s.last_seen_at > now() - make_interval(days => ${KNOWN_DAYS})
  and ${IS_COMPLETE}`;

const isKnown = (email: string, place: SQL) => sql`exists (
  select 1 from ${sessions} s join ${users} u on u.id = s.user_id
  where lower(u.email) = lower(${email}) and ${place} and ${VOUCHES})`;

const isKnownNetwork = (email: string, { network }: AccountRules) =>
  isKnown(email, sql`s.known_network = ${network.place}`);

const isKnownDevice = (email: string, { device }: AccountRules) =>
  device ? isKnown(email, sql`s.id = ${device.place}::uuid`) : sql`false`;

/** Whether the caller's browser is not known for the account with this address, or the account does not exist. */
export const isUnknownDevice = (email: string, rules: AccountRules): SQL =>
  sql`not ${isKnownDevice(email, rules)}`;

/**
 * Whether the caller has an attempt left at the account with this address, by the shared limits or by those
 * of a known device or network. The limit of a known device does not depend on other callers at its IP
 * address.
 * @param spare as in `isWithin`
 * @param condition must hold too
 */
export function isAdmitted(
  email: string,
  rules: AccountRules,
  spare: number,
  condition: SQL = sql`true`,
): SQL {
  const { account, address, network, device } = rules;
  const byNetwork = sql`(${isWithin([network], spare)} and ${isKnownNetwork(email, rules)})`;
  const byAddress = sql`(${isWithin([address], spare)} and (${isWithin([account], spare)} or ${byNetwork}))`;
  const byDevice = device
    ? sql`(${isWithin([device], spare)} and ${isKnownDevice(email, rules)})`
    : sql`false`;
  return sql`((${byAddress} or ${byDevice}) and ${condition})`;
}

/**
 * Whether the password of this attempt is checked, and the attempt is counted. Others are refused before a hash
 * is computed, and use up no limits: callers who used up the attempts of their IP address, or of their known device.
 * @param checkRule limits the checks of callers without a known device; counted before
 */
export function isChecked(email: string, rules: AccountRules, checkRule: ThrottleRule): SQL {
  return sql`case when ${isKnownDevice(email, rules)} then ${isAdmitted(email, rules, 0)}
    else ${isWithin([checkRule], 1)} and ${isWithin([rules.address])} end`;
}

export interface SignInHistory {
  isAdmitted: boolean;
  isKnownDevice: boolean;
}

/** What is stored about the caller for an account. One row, for unregistered addresses too. */
export function selectSignInHistory(build: Build, email: string, rules: AccountRules, spare: number) {
  return build.execute<Record<string, unknown> & SignInHistory>(sql`
    select ${isAdmitted(email, rules, spare)} as "isAdmitted", ${isKnownDevice(email, rules)} as "isKnownDevice"`);
}

export function getSignInHistory({ rows: [history] }: { rows: SignInHistory[] }): SignInHistory {
  if (!history) throw new Error('The sign-in history query returned no row.');
  return history;
}

/** The known device or network of a signed-in user; at most one row, devices first. */
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

/**
 * Forgets known networks after a change of password or address, except that of the session that made the
 * change.
 */
export function clearKnownNetworks(
  build: Build,
  userId: string,
  except: string | null,
  condition: SQL = sql`true`,
) {
  return build.execute(sql`
    update ${sessions} set known_network = null
    where user_id = ${userId}::uuid and known_network is not null and (${except}::uuid is null or id <> ${except}::uuid)
      and ${condition}`);
}
