// How often one may try (decisions: "Names and shapes"). Known and unknown accounts alike.

export const TOO_MANY = 'Too many requests. Please wait a few minutes before trying again.';

export interface ThrottleRule {
  key: string;
  limit: number;
  windowSeconds: number;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 3600;

/** Only wrong tries count. `account` is the hash of an address. */
export function signInRules(account: string, caller: string): ThrottleRule[] {
  return [
    { key: `sign-in:account:${account}`, limit: 10, windowSeconds: QUARTER_HOUR },
    { key: `sign-in:address:${callerKey(caller)}`, limit: 100, windowSeconds: QUARTER_HOUR },
  ];
}

export function resetRules(account: string, caller: string): ThrottleRule[] {
  return [
    { key: `reset:account:${account}`, limit: 5, windowSeconds: HOUR },
    { key: `reset:address:${callerKey(caller)}`, limit: 30, windowSeconds: HOUR },
  ];
}

export function signUpRules(caller: string): ThrottleRule[] {
  return [{ key: `sign-up:address:${callerKey(caller)}`, limit: 20, windowSeconds: HOUR }];
}

/** An IPv6 caller owns a whole /64 and could otherwise try from each of its addresses. */
export function callerKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  if (address.includes('::')) {
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return `${[...groups, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
