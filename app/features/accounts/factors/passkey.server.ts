// Passkeys (WebAuthn). The library is large, so it is loaded on first use.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { fromBase64Url, toBase64Url } from '~/lib/bytes';
import type { AccountContext } from '../account-context';
import type { Credential } from './factors-repo.server';

const load = () => import('@simplewebauthn/server');
type Runtime = Pick<AccountContext, 'config'>;

const originsOf = ({ config }: Runtime) => [config.siteUrl, ...config.allowedOrigins];

/** The host that a passkey is bound to: the requested one if it is allowed, else this site's. */
function hostOf(runtime: Runtime, asked: string | null | undefined): string {
  const hosts = originsOf(runtime).map((origin) => new URL(origin).hostname);
  return hosts.find((host) => host === asked) ?? new URL(runtime.config.siteUrl).hostname;
}

export async function createOptions(
  runtime: Runtime,
  person: { userId: string; email: string; fullName: string },
  present: readonly Credential[],
  asked?: string | null,
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Law Firm Academy',
    rpID: hostOf(runtime, asked),
    userName: person.email || person.fullName || person.userId,
    userDisplayName: person.fullName,
    userID: Uint8Array.from(new TextEncoder().encode(person.userId)),
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export async function requestOptions(
  runtime: Runtime,
  present: readonly Credential[],
  asked?: string | null,
) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: hostOf(runtime, asked),
    allowCredentials: present.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
}

/** Options without credential ids: the device offers the passkeys it has for this site. */
export async function discoverableOptions(runtime: Runtime, challenge: string) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: hostOf(runtime, null),
    challenge,
    allowCredentials: [],
    userVerification: 'required',
  });
}

const expected = (runtime: Runtime, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: originsOf(runtime),
  expectedRPID: originsOf(runtime).map((origin) => new URL(origin).hostname),
  requireUserVerification: false,
});

/** Null for a response that does not match the challenge. */
export async function readCreated(
  runtime: Runtime,
  response: unknown,
  challenge: string,
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await load();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(runtime, challenge),
      response: response as RegistrationResponseJSON,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: toBase64Url(publicKey), counter, transports: transports.slice(0, 8) };
  } catch {
    // The library throws for a malformed or mismatching response.
    return null;
  }
}

/** The credential with its new counter, or null for a response that does not match. */
export async function readSigned(
  runtime: Runtime,
  response: unknown,
  challenge: string,
  credential: Credential,
): Promise<Credential | null> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(runtime, challenge),
      response: response as AuthenticationResponseJSON,
      credential: { ...credential, publicKey: fromBase64Url(credential.publicKey) },
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

export interface SignInShown {
  credential: Credential;
  /** The user the passkey was created for. */
  userId: string;
  question: string;
}

/**
 * Verifies a response to `discoverableOptions`. Requires user verification (fingerprint, face or PIN).
 * @param isOurs whether we issued a challenge
 * @returns null for a response that does not match
 */
export async function readSignIn(
  runtime: Runtime,
  response: unknown,
  credential: Credential,
  isOurs: (question: string) => Promise<boolean>,
): Promise<SignInShown | null> {
  const { verifyAuthenticationResponse } = await load();
  const toText = (encoded: string) => new TextDecoder().decode(fromBase64Url(encoded));
  const answer = response as AuthenticationResponseJSON;
  let question = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(runtime, ''),
      expectedChallenge: (encoded) => {
        question = toText(encoded);
        return isOurs(question);
      },
      requireUserVerification: true,
      response: answer,
      credential: { ...credential, publicKey: fromBase64Url(credential.publicKey) },
    });
    if (!verified) return null;
    const userId = toText(answer.response.userHandle ?? '');
    return { credential: { ...credential, counter: authenticationInfo.newCounter }, userId, question };
  } catch {
    return null;
  }
}
