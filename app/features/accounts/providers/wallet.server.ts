// Signs in with a message that a wallet signed (EIP-4361, and its equivalent for Solana).
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import * as Siwe from 'ox/Siwe';
import { z } from 'zod';
import { fromBase64Url } from '~/lib/bytes';
import { ConstraintError } from '~/lib/errors';
import type { AccountContext } from '../account-context';
import { parseApi } from '../api/api-input';
import { AuthError } from '../auth-error';
import type { OpenedSession } from '../sessions/open-session.server';
import { deleteEndedMessages, insertSignedMessage } from './identities-repo.server';
import { linkOrCreateAccount } from './link-or-create-account.server';
import { methodOf, WALLET } from './provider';
import { parseSolanaMessage, readBase58, type WalletMessage } from './solana-message';

/** How long a signed message is valid. */
const MESSAGE_SECONDS = 600;
/** Tolerance for wallet clocks that run ahead. */
const AHEAD_SECONDS = 60;

const Asked = z.object({
  chain: z.string('A chain is required'),
  message: z.string('A message is required').min(64).max(4_000),
  signature: z.string('A signature is required').min(64).max(400),
});

/** @throws AuthError */
export async function signInByWallet(ctx: AccountContext, body: unknown): Promise<OpenedSession> {
  const { chain } = parseApi(z.object({ chain: z.string('A chain is required') }), body);
  if (chain !== 'ethereum' && chain !== 'solana')
    throw new AuthError('validation_failed', 'Unsupported chain: ethereum or solana');
  if (!ctx.config.walletChains.includes(chain))
    throw new AuthError('web3_provider_disabled', 'Web3 provider is not enabled');
  const { message, signature } = parseApi(Asked, body);
  const address =
    chain === 'ethereum' ? readEthereum(ctx, message, signature) : await readSolana(ctx, message, signature);
  const providerId = `web3:${chain}:${address}`;
  const hash = await ctx.tokens.hash(`${providerId}:${message}`);
  const { build } = ctx.db;
  try {
    return await linkOrCreateAccount(ctx, {
      provider: WALLET,
      providerName: 'a wallet',
      providerId,
      data: { chain, address, custom_claims: { chain, address } },
      email: null,
      isEmailVerified: false,
      fullName: '',
      method: methodOf(WALLET),
      link: null,
      also: [insertSignedMessage(build, hash, MESSAGE_SECONDS + AHEAD_SECONDS), deleteEndedMessages(build)],
    });
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'signed_messages_pkey')
      throw invalid('The message was already used');
    throw error;
  }
}

function isSignature(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{130}$/.test(text);
}

/**
 * EIP-4361 requires a nonce, but the published client leaves it out if its page provides none. We accept each
 * message once, so a nonce is not needed. The placeholder is for the parser only. The signature covers the
 * original message.
 */
function parseEthereum(message: string) {
  if (/^Nonce: /m.test(message)) return Siwe.parseMessage(message);
  return Siwe.parseMessage(message.replace(/^(Chain ID: \d+)$/m, '$1\nNonce: leftout0'));
}

function readEthereum(ctx: AccountContext, message: string, signature: string): string {
  const parsed = parseEthereum(message);
  const { address, domain, uri, issuedAt } = parsed;
  if (!address || !domain || !uri || !issuedAt || parsed.version !== '1' || !parsed.nonce || !parsed.chainId)
    throw invalid('The message does not follow EIP-4361');
  refuseOtherSite(ctx, { address, domain, uri, issuedAt });
  if (!Siwe.validateMessage({ message: parsed, address, time: ctx.clock.now() }))
    throw invalid('The message has expired or is not valid yet');
  if (!isSignature(signature)) throw invalid('The signature is not hexadecimal');
  if (recoverSigner(message, signature) !== address.toLowerCase())
    throw invalid('Signature does not match address in message');
  return address.toLowerCase();
}

/** In lower case; null if the signature is invalid. */
function recoverSigner(message: string, signature: `0x${string}`): string | null {
  try {
    const payload = PersonalMessage.getSignPayload(Hex.fromString(message));
    return Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) }).toLowerCase();
  } catch {
    return null;
  }
}

async function readSolana(ctx: AccountContext, message: string, signature: string): Promise<string> {
  const parsed = parseSolanaMessage(message);
  if (!parsed) throw invalid('The message does not follow Sign in with Solana');
  refuseOtherSite(ctx, parsed);
  const now = ctx.clock.now().getTime();
  const { expiresAt, notBefore } = parsed;
  if ((expiresAt && expiresAt.getTime() <= now) || (notBefore && notBefore.getTime() > now))
    throw invalid('The message has expired or is not valid yet');
  const key = readBase58(parsed.address);
  const signed = fromBase64Url(signature);
  if (key?.length !== 32 || signed.length !== 64) throw invalid('The signature or the address is malformed');
  const isRight = await crypto.subtle
    .importKey('raw', key, { name: 'Ed25519' }, false, ['verify'])
    .then((publicKey) =>
      crypto.subtle.verify({ name: 'Ed25519' }, publicKey, signed, new TextEncoder().encode(message)),
    )
    .catch(() => false);
  if (!isRight) throw invalid('Signature does not match address in message');
  return parsed.address;
}

/** Refuses messages that are too old or were signed for another site. */
function refuseOtherSite({ config, clock }: AccountContext, { domain, uri, issuedAt }: WalletMessage): void {
  const origins = [config.siteUrl, ...config.allowedOrigins];
  const isOurs =
    origins.some((origin) => new URL(origin).host === domain) &&
    URL.canParse(uri) &&
    origins.includes(new URL(uri).origin);
  if (!isOurs) throw invalid('The message was signed for another site');
  const age = (clock.now().getTime() - issuedAt.getTime()) / 1000;
  if (!(age <= MESSAGE_SECONDS && age >= -AHEAD_SECONDS))
    throw invalid('The message is too old, or its time is in the future');
}

function invalid(message: string): AuthError {
  return new AuthError('web3_invalid_message', message);
}
