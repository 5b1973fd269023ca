// How often one may try (docs/operations.md, "Limits"). Known and unknown accounts alike.

import { callerKey } from '~/lib/caller-key';

export const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';

export interface ThrottleRule {
  key: string;
  limit: number;
  windowSeconds: number;
}

const MINUTE = 60;
const QUARTER_HOUR = 15 * 60;
const HOUR = 3600;

/** Only wrong tries count. `account` is the hash of an address. */
export function signInRules(account: string, caller: string): ThrottleRule[] {
  return [
    { key: `sign-in:account:${account}`, limit: 10, windowSeconds: QUARTER_HOUR },
    { key: `sign-in:address:${callerKey(caller)}`, limit: 100, windowSeconds: QUARTER_HOUR },
  ];
}

/** Tries of six digits: they are counted before they are looked at, and given back when they were right. */
export function digitsRules(account: string, caller: string): ThrottleRule[] {
  return [
    { key: `digits:account:${account}`, limit: 10, windowSeconds: HOUR },
    { key: `digits:address:${callerKey(caller)}`, limit: 100, windowSeconds: QUARTER_HOUR },
  ];
}

export function resetRules(account: string, caller: string): ThrottleRule[] {
  return [
    { key: `reset:account:${account}`, limit: 5, windowSeconds: HOUR },
    { key: `reset:address:${callerKey(caller)}`, limit: 30, windowSeconds: HOUR },
  ];
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

/** Letters that ask whoever subscribed to confirm. `lead` is the hash of an address. */
export function confirmationRule(lead: string): ThrottleRule {
  return { key: `confirm:lead:${lead}`, limit: 5, windowSeconds: HOUR };
}
