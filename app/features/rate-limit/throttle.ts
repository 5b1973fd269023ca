// Rate limits (docs/operations.md, "Limits"). They are the same for registered and unregistered addresses.
import { callerKey, networkKey } from '~/lib/caller-key';
import { TooManyError } from '~/lib/errors';
import { countOf } from '~/lib/text';

export const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';

export interface ThrottleRule {
  key: string;
  limit: number;
  windowSeconds: number;
  /** What to tell a person, in addition to when to try again. Default: TOO_MANY. */
  reason?: string;
}

const MINUTE = 60;
const QUARTER_HOUR = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

interface Limit {
  limit: number;
  windowSeconds: number;
}

/**
 * `account` is shared by all callers. `address` limits one caller across accounts. `place` applies to one
 * known device or network at one account, so that strangers who use up `account` do not lock the owner out.
 * For guesses per day see `mostGuesses`.
 */
const AT_ACCOUNTS = {
  /** Wrong passwords. Attempts are counted before the check, and successful ones are removed. */
  'sign-in': {
    account: { limit: 10, windowSeconds: QUARTER_HOUR },
    address: { limit: 100, windowSeconds: QUARTER_HOUR },
    place: { limit: 10, windowSeconds: QUARTER_HOUR },
  },
  /** Wrong six-digit codes. Attempts are counted before the check, and successful ones are removed. */
  digits: {
    account: { limit: 10, windowSeconds: HOUR },
    address: { limit: 100, windowSeconds: QUARTER_HOUR },
    place: { limit: 10, windowSeconds: HOUR },
  },
  /** Recovery and sign-in emails. */
  reset: {
    account: { limit: 5, windowSeconds: HOUR },
    address: { limit: 30, windowSeconds: HOUR },
    place: { limit: 1, windowSeconds: HOUR },
  },
} as const satisfies Record<string, Record<'account' | 'address' | 'place', Limit>>;

export type AccountLimit = keyof typeof AT_ACCOUNTS;

/** An attempt by a caller at an account. */
export interface Attempt {
  /** The hash of an email address. */
  account: string;
  /** The caller's IP address. */
  address: string;
  /** The session id in this browser's device cookie for the account; see `createDeviceCookie`. */
  device: string | null;
}

/** Counts only at a device or network from which the owner signed in before. */
export interface PlaceRule extends ThrottleRule {
  place: string;
}

/** A failed attempt counts under each of these rules. */
export interface AccountRules {
  account: ThrottleRule;
  address: ThrottleRule;
  network: PlaceRule;
  device: PlaceRule | null;
}

export function accountRules(kind: AccountLimit, { account, address, device }: Attempt): AccountRules {
  const limits = AT_ACCOUNTS[kind];
  const at = (what: string, place: string) => ({
    key: `${kind}:${what}:${account}:${place}`,
    place,
    ...limits.place,
  });
  return {
    account: { key: `${kind}:account:${account}`, ...limits.account },
    address: { key: `${kind}:address:${callerKey(address)}`, ...limits.address },
    network: at('network', networkKey(address)),
    device: device === null ? null : at('device', device),
  };
}

export function listRules({ account, address, network, device }: AccountRules): ThrottleRule[] {
  return [account, address, network, ...(device ? [device] : [])];
}

/**
 * Maximum wrong attempts at one account in any 24 hours: the shared limit plus the limits of known devices
 * and networks that the attacker controls. Windows start at the first attempt, so a 24-hour period can
 * overlap one more window than fits into it.
 */
export function mostGuesses(kind: AccountLimit, knownPlaces: number): number {
  const { account, place } = AT_ACCOUNTS[kind];
  const inADay = ({ limit, windowSeconds }: Limit) => limit * (DAY / windowSeconds + 1);
  return inADay(account) + knownPlaces * inADay(place);
}

/**
 * Checks of passwords, right or wrong, because each costs a hash or two. For sign-ins, which may come from a whole firm behind
 * one IP address.
 */
export function passwordCheckRule(caller: string): ThrottleRule {
  return { key: `password-check:address:${callerKey(caller)}`, limit: 600, windowSeconds: QUARTER_HOUR };
}

/** The same for a signed-in account, separately, so that strangers at the same address cannot use them up. */
export function ownPasswordCheckRule(userId: string): ThrottleRule {
  return { key: `password-check:user:${userId}`, limit: 100, windowSeconds: QUARTER_HOUR };
}

/**
 * Redirects to external providers, each of which stores a row. Allows for a whole firm behind one IP address.
 */
export function providerFlowRules(caller: string): ThrottleRule[] {
  return [{ key: `depart:address:${callerKey(caller)}`, limit: 200, windowSeconds: QUARTER_HOUR }];
}

/** Second-factor challenges, each of which stores a row. */
export function challengeRules(caller: string): ThrottleRule[] {
  return [{ key: `question:address:${callerKey(caller)}`, limit: 200, windowSeconds: QUARTER_HOUR }];
}

/** Changes of an account's own name and metadata. The audit log keeps an entry of each. */
export function ownChangeRules(userId: string): ThrottleRule[] {
  return [
    { key: `own-change:hour:${userId}`, limit: 60, windowSeconds: HOUR },
    { key: `own-change:day:${userId}`, limit: 300, windowSeconds: DAY },
  ];
}

/**
 * Changes of what protects an account: password, second factors, recovery codes and identities. Each is emailed, and the audit log
 * keeps an entry.
 * @param account the user id, or the session id for a session that a recovery link opened
 */
export function securityChangeRules(account: string): ThrottleRule[] {
  return [
    { key: `security-change:hour:${account}`, limit: 20, windowSeconds: HOUR },
    { key: `security-change:day:${account}`, limit: 60, windowSeconds: DAY },
  ];
}

/** Per hour. A busy editor stays far below; a script with a stolen session does not fill the database or the file store. */
const PERSONAL = {
  upload: { limit: 1200, reason: 'You have reached the limit of 1,200 image uploads per hour.' },
  'image-download': {
    limit: 1000,
    reason: 'You have reached the limit of 1,000 images per hour downloaded from other sites.',
  },
  'article-save': {
    limit: 1200,
    reason: 'You have reached the limit of 1,200 article saves per hour. Your changes are still here.',
  },
} as const;

/** What one person may store. Imports, jobs and autosaved drafts are not counted. */
export function personalRule(kind: keyof typeof PERSONAL, userId: string): ThrottleRule {
  return { key: `${kind}:user:${userId}`, windowSeconds: HOUR, ...PERSONAL[kind] };
}

/**
 * Webhook calls.
 * @param key the hash of a valid key
 * @param caller the address of a caller with a wrong key
 */
export function webhookRules(key: string, caller: string): { right: ThrottleRule; wrong: ThrottleRule } {
  return {
    right: { key: `webhook:key:${key}`, limit: 120, windowSeconds: MINUTE },
    wrong: { key: `webhook:address:${callerKey(caller)}`, limit: 30, windowSeconds: MINUTE },
  };
}

/**
 * Each sign-up sends an email to an address that anyone can type. Counted in this order, so that a refused caller cannot use up
 * the limits of others.
 */
export function signUpRules(account: string, caller: string): ThrottleRule[] {
  return [
    ...newAccountRules(caller),
    { key: `sign-up:account:${account}`, limit: 20, windowSeconds: HOUR },
    { key: `sign-up:account-day:${account}`, limit: 30, windowSeconds: DAY },
  ];
}

/** New accounts, including those without an address. */
export function newAccountRules(caller: string): ThrottleRule[] {
  return [{ key: `sign-up:address:${callerKey(caller)}`, limit: 20, windowSeconds: HOUR }];
}

interface Counted {
  key: string;
  tries: number;
  wait: number;
}

/** @throws TooManyError if a key has `limit + spare` attempts */
export function refuseThrottled(
  rules: readonly ThrottleRule[],
  counted: readonly Counted[],
  spare = 0,
): void {
  for (const { key, tries, wait } of counted) {
    const rule = rules.find((candidate) => candidate.key === key);
    if (!rule || tries < rule.limit + spare) continue;
    const seconds = Math.max(1, wait);
    const when = `Try again in ${countOf(Math.ceil(seconds / MINUTE), 'minute')}.`;
    throw new TooManyError(rule.reason ? `${rule.reason} ${when}` : TOO_MANY, seconds);
  }
}
