// Whose requests are counted together.

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
