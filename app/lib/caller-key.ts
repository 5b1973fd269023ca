// Whose requests are counted together.

/** An IPv6 caller owns a whole /64 and could otherwise try from each of its addresses. */
export function callerKey(address: string): string {
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/**
 * The network that an address belongs to, in which a provider gives its customers other addresses over time: the /24 of IPv4,
 * the /48 of IPv6. What is no address is its own network.
 */
export function networkKey(address: string): string {
  const [, ...bytes] = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.\d+$/i.exec(address) ?? [];
  if (bytes.length > 0) return `${bytes.join('.')}.0/24`;
  return address.includes(':') ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  if (address.includes('::')) {
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return [...groups, ...rest].map((group) => group.replace(/^0+(?=.)/, ''));
}
