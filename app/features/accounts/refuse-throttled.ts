// From counted tries to a refusal.
import { TooManyError } from '~/lib/errors';
import { type ThrottleRule, TOO_MANY } from './throttle';

interface Counted {
  key: string;
  tries: number;
  wait: number;
}

/** @throws TooManyError when a key has had `limit + spare` tries */
export function refuseThrottled(
  rules: readonly ThrottleRule[],
  counted: readonly Counted[],
  spare = 0,
): void {
  for (const { key, tries, wait } of counted) {
    const rule = rules.find((candidate) => candidate.key === key);
    if (rule && tries >= rule.limit + spare) throw new TooManyError(TOO_MANY, Math.max(1, wait));
  }
}
