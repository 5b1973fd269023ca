// Groups client addresses for rate limiting.

/** An IPv6 client can use every address of its /64, so they count as one caller. */
export function callerKey(address: string): string {
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/**
 * The network within which a provider reassigns its customers' addresses: the /24 of an IPv4 address, the /48
 * of an IPv6 address. Any other text is returned unchanged.
 */
export function networkKey(address: string): string {
  const [, ...bytes] = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.\d+$/i.exec(address) ?? [];
  if (bytes.length > 0) return `${bytes.join('.')}.0/24`;
  return address.includes(':') ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : address;
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  if (address.includes('::')) {
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return [...groups, ...rest].map((group) => group.replace(/^0+(?=.)/, ''));
}
