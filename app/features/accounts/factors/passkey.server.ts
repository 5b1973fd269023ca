// Passkeys (WebAuthn). The library is large and loaded by those who use one.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { fromBase64Url, toBase64Url } from '~/lib/base64url';
import type { AccountContext } from '../account-context';
import type { Credential } from './factors-repo.server';

const load = () => import('@simplewebauthn/server');
type World = Pick<AccountContext, 'config'>;

const originsOf = ({ config }: World) => [config.siteUrl, ...config.allowedOrigins];

/** The host that a passkey is for: the asked one if it is ours, else this site's. */
function hostOf(world: World, asked: string | null | undefined): string {
  const hosts = originsOf(world).map((origin) => new URL(origin).hostname);
  return hosts.find((host) => host === asked) ?? new URL(world.config.siteUrl).hostname;
}

export async function askToCreate(
  world: World,
  person: { userId: string; email: string; fullName: string },
  present: readonly Credential[],
  asked?: string | null,
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Law Firm Academy',
    rpID: hostOf(world, asked),
    userName: person.email || person.fullName || person.userId,
    userDisplayName: person.fullName,
    userID: new TextEncoder().encode(person.userId),
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export async function askToSign(world: World, present: readonly Credential[], asked?: string | null) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: hostOf(world, asked),
    allowCredentials: present.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
}

/** Without naming whose: the person's device knows which passkeys it has for this site. */
export async function askAnyone(world: World, challenge: string) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: hostOf(world, null),
    challenge,
    allowCredentials: [],
    userVerification: 'required',
  });
}

const expected = (world: World, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: originsOf(world),
  expectedRPID: originsOf(world).map((origin) => new URL(origin).hostname),
  requireUserVerification: false,
});

/** Null for an answer that does not fit the question. */
export async function readCreated(
  world: World,
  response: unknown,
  challenge: string,
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await load();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(world, challenge),
      response: response as RegistrationResponseJSON,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: toBase64Url(publicKey), counter, transports: transports.slice(0, 8) };
  } catch {
    // Whatever a stranger sends: the library says by throwing that it does not fit.
    return null;
  }
}

/** The credential with its new counter, or null for an answer that does not fit. */
export async function readSigned(
  world: World,
  response: unknown,
  challenge: string,
  credential: Credential,
): Promise<Credential | null> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(world, challenge),
      response: response as AuthenticationResponseJSON,
      credential: { ...credential, publicKey: fromBase64Url(credential.publicKey) },
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null; // the same
  }
}

export interface SignInShown {
  credential: Credential;
  /** Whom the passkey was made for. */
  userId: string;
  question: string;
}

/**
 * An answer to `askAnyone`, given with a finger, a face or a PIN.
 * @param isOurs whether a question is one of ours. @returns null for an answer that does not fit
 */
export async function readSignIn(
  world: World,
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
      ...expected(world, ''),
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
    return null; // the same
  }
}
