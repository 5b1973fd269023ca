// Parses Sign in with Solana messages.

export interface WalletMessage {
  domain: string;
  address: string;
  uri: string;
  issuedAt: Date;
}

interface SolanaMessage extends WalletMessage {
  expiresAt: Date | null;
  notBefore: Date | null;
}

const HEAD =
  /^([^\s/]+) wants you to sign in with your Solana account:\n([1-9A-HJ-NP-Za-km-z]{32,44})(?:\n|$)/;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Null for a message that does not follow the format. */
export function parseSolanaMessage(message: string): SolanaMessage | null {
  const head = HEAD.exec(message);
  if (!head) return null;
  const [whole, domain = '', address = ''] = head;
  const fields = new Map<string, string>();
  for (const line of message.slice(whole.length).split('\n')) {
    const [, name, value] = /^(URI|Version|Issued At|Expiration Time|Not Before): (.+)$/.exec(line) ?? [];
    // Refuse duplicate fields, because their meaning is ambiguous.
    if (name && fields.has(name)) return null;
    if (name && value) fields.set(name, value);
  }
  const moment = (name: string) => new Date(fields.get(name) ?? Number.NaN);
  const optional = (name: string) => (fields.has(name) ? moment(name) : null);
  const parsed = {
    domain,
    address,
    uri: fields.get('URI') ?? '',
    issuedAt: moment('Issued At'),
    expiresAt: optional('Expiration Time'),
    notBefore: optional('Not Before'),
  };
  const moments = [parsed.issuedAt, parsed.expiresAt, parsed.notBefore];
  const isWhole = parsed.uri !== '' && moments.every((at) => at === null || !Number.isNaN(at.getTime()));
  return isWhole && fields.get('Version') === '1' ? parsed : null;
}

/** Null for text that is not base58. */
export function readBase58(text: string): Uint8Array<ArrayBuffer> | null {
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes]);
}
