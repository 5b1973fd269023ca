// Signed tokens for links in emails: who the link is for and what it may do.
import { fromBase64Url, toBase64Url, toHex } from '~/lib/bytes';
import type { AppContext } from '~/platform/context';

/** Confirms a subscription. Expires after CONFIRM_DAYS; possession proves access to the mailbox. */
interface ConfirmLink {
  leadId: string;
  issuedAt: Date;
}

/** Ends or changes the subscription. Never expires: unsubscribing must always work. */
export interface ReaderLink {
  leadId: string;
  /** The issue whose email contains the link; null for the confirmation email. */
  issueId: string | null;
}

type Signing = Pick<AppContext, 'tokens'>;

/** Half of the MAC: 128 bits cannot be guessed, and it keeps URLs short. */
const MAC_BYTES = 16;
const encoder = new TextEncoder();

/** Signs any number of tokens with one imported key. */
export interface LinkSigner {
  confirm(link: ConfirmLink): Promise<string>;
  reader(link: ReaderLink): Promise<string>;
}

export async function createLinkSigner(ctx: Signing): Promise<LinkSigner> {
  const key = await importKey(ctx);
  const sign = async (text: string) => `${text}.${toBase64Url((await macOf(key, text)).slice(0, MAC_BYTES))}`;
  return {
    confirm: ({ leadId, issuedAt }) => sign(`c.${packId(leadId)}.${issuedAt.getTime().toString(36)}`),
    reader: ({ leadId, issueId }) => sign(`r.${packId(leadId)}.${issueId ? packId(issueId) : ''}`),
  };
}

/** Null for an invalid signature. */
export async function readConfirmLink(ctx: Signing, token: string): Promise<ConfirmLink | null> {
  const parts = await open(ctx, 'c', token);
  if (!parts) return null;
  return { leadId: parts.leadId, issuedAt: new Date(Number.parseInt(parts.rest, 36)) };
}

/** Null for an invalid signature. */
export async function readReaderLink(ctx: Signing, token: string): Promise<ReaderLink | null> {
  const parts = await open(ctx, 'r', token);
  if (!parts) return null;
  return { leadId: parts.leadId, issueId: parts.rest === '' ? null : unpackId(parts.rest) };
}

async function open(ctx: Signing, purpose: string, token: string) {
  const [kind, id = '', rest = '', mac = '', more] = token.split('.');
  if (kind !== purpose || more !== undefined || !/^[\w-]{22}$/.test(id) || !/^[\w-]{0,22}$/.test(rest))
    return null;
  const given = fromBase64Url(mac);
  const right = (await macOf(await importKey(ctx), `${kind}.${id}.${rest}`)).slice(0, MAC_BYTES);
  if (given.length !== MAC_BYTES) return null;
  let difference = 0;
  for (const [at, byte] of right.entries()) difference |= byte ^ (given[at] ?? 0);
  return difference === 0 ? { leadId: unpackId(id), rest } : null;
}

async function importKey({ tokens }: Signing): Promise<CryptoKey> {
  const secret = await tokens.secretFor('newsletter-links');
  return crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
}

async function macOf(key: CryptoKey, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

function packId(id: string): string {
  const digits = id.replaceAll('-', '').match(/../g) ?? [];
  return toBase64Url(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)));
}

function unpackId(text: string): string {
  const hex = toHex(fromBase64Url(text));
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
