// Decides which URLs the server may request on a user's behalf: public hosts only.

/** Names reserved for private networks (RFC 6761, RFC 8375 and common practice). */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|lan|home|corp|arpa|test|example|invalid|onion)$/;
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const MAX_URL_LENGTH = 2_000;

/**
 * Returns the URL, or null if it is invalid, not HTTP(S), has credentials or a port, or names a non-public
 * host. DNS resolution is not checked here; `publicFetch` refuses names that resolve to private addresses.
 */
export function toFetchableAddress(text: string, base?: URL): URL | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base?.href)) return null;
  // The URL parser normalizes decimal, octal, hexadecimal and shortened IPv4 notation.
  const url = new URL(text, base);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password || url.port) return null;
  return isPublicHost(url.hostname) ? url : null;
}

function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1));
  if (/^\d+(?:\.\d+){3}$/.test(hostname)) return isPublicIpv4(hostname.split('.').map(Number));
  const name = hostname.replace(/\.$/, '');
  return NAME.test(name) && !PRIVATE_NAMES.test(name);
}

/** Special-purpose blocks (IANA registry): the address's four bytes and the prefix length. */
const SPECIAL_IPV4: readonly [number, number, number, number, number][] = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 0, 2, 0, 24],
  [192, 88, 99, 0, 24],
  [192, 168, 0, 0, 16],
  [198, 18, 0, 0, 15],
  [198, 51, 100, 0, 24],
  [203, 0, 113, 0, 24],
  [224, 0, 0, 0, 3],
];

const toNumber = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0);

function isPublicIpv4(parts: readonly number[]): boolean {
  const address = toNumber(parts);
  return !SPECIAL_IPV4.some(([a, b, c, d, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(address / size) === Math.floor(toNumber([a, b, c, d]) / size);
  });
}

/** Only global unicast (2000::/3), without documentation ranges and tunnels that embed another address. */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] =
    address
      .split('::')[0]
      ?.split(':')
      .map((part) => Number.parseInt(part || '0', 16)) ?? [];
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2002) return false;
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return first < 0x3ff0;
}
