// How often one may try (docs/operations.md, "Limits"). Known and unknown accounts alike.

import { callerKey, networkKey } from '~/lib/caller-key';

export const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';

export interface ThrottleRule {
  key: string;
  limit: number;
  windowSeconds: number;
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
 * `account` is shared by all callers, `address` limits one caller across accounts. `place` is reserved at one account for one
 * known device or network, so that strangers who use up `account` do not lock the owner out.
 * Guesses at one account in a day: see `mostGuesses`.
 */
const AT_ACCOUNTS = {
  /** Wrong passwords. */
  'sign-in': {
    account: { limit: 10, windowSeconds: QUARTER_HOUR },
    address: { limit: 100, windowSeconds: QUARTER_HOUR },
    place: { limit: 10, windowSeconds: QUARTER_HOUR },
  },
  /** Wrong six-digit codes. They are counted before they are checked; right ones are taken back. */
  digits: {
    account: { limit: 10, windowSeconds: HOUR },
    address: { limit: 100, windowSeconds: QUARTER_HOUR },
    place: { limit: 10, windowSeconds: HOUR },
  },
  /** Recovery mails, and mails to sign in by. */
  reset: {
    account: { limit: 5, windowSeconds: HOUR },
    address: { limit: 30, windowSeconds: HOUR },
    place: { limit: 1, windowSeconds: HOUR },
  },
} as const satisfies Record<string, Record<'account' | 'address' | 'place', Limit>>;

export type AccountLimit = keyof typeof AT_ACCOUNTS;

/** Where somebody tries, and at which account. */
export interface Attempt {
  /** The hash of an email address. */
  account: string;
  /** The caller's IP address. */
  address: string;
  /** What this browser's cookie names for this account; see `DeviceCookie`. */
  device: string | null;
}

/** A rule that counts only at a place from which the account's owner signed in before. */
export interface PlaceRule extends ThrottleRule {
  place: string;
}

/** Every failure counts in each of them. */
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
 * How many wrong tries one account takes in any 24 hours: its shared limit, and that of each known device or network that the
 * guesser controls. A window begins with its first try, so one more than fit into a day may overlap it.
 */
export function mostGuesses(kind: AccountLimit, knownPlaces: number): number {
  const { account, place } = AT_ACCOUNTS[kind];
  const inADay = ({ limit, windowSeconds }: Limit) => limit * (DAY / windowSeconds + 1);
  return inADay(account) + knownPlaces * inADay(place);
}

/** Departures to providers outside: each leaves a row behind. A whole firm may come from one address in the morning. */
export function departureRules(caller: string): ThrottleRule[] {
  return [{ key: `depart:address:${callerKey(caller)}`, limit: 200, windowSeconds: QUARTER_HOUR }];
}

/** Questions to second factors, likewise. */
export function questionRules(caller: string): ThrottleRule[] {
  return [{ key: `question:address:${callerKey(caller)}`, limit: 200, windowSeconds: QUARTER_HOUR }];
}

/** Calls of the webhook: `key` is a working key's hash, `caller` whoever came with a wrong one. */
export function webhookRules(key: string, caller: string): { right: ThrottleRule; wrong: ThrottleRule } {
  return {
    right: { key: `webhook:key:${key}`, limit: 120, windowSeconds: MINUTE },
    wrong: { key: `webhook:address:${callerKey(caller)}`, limit: 30, windowSeconds: MINUTE },
  };
}

/** Each sends a letter, to an address that anybody can type. */
export function signUpRules(account: string, caller: string): ThrottleRule[] {
  return [{ key: `sign-up:account:${account}`, limit: 20, windowSeconds: HOUR }, ...newAccountRules(caller)];
}

/** For accounts without an address, too. */
export function newAccountRules(caller: string): ThrottleRule[] {
  return [{ key: `sign-up:address:${callerKey(caller)}`, limit: 20, windowSeconds: HOUR }];
}
