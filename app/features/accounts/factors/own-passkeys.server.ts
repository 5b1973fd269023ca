// Passkeys on our own pages: registration, second factor, and sign-in.
import { z } from 'zod';
import { challengeRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { ConstraintError } from '~/lib/errors';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { deleteEndedMessages, insertSignedMessage } from '../providers/identities-repo.server';
import { nowInSeconds } from '../sessions/issue-tokens.server';
import { type OpenedSession, prepareSession } from '../sessions/open-session.server';
import { byPasskey, ownerOfFactor, revokeReplaced, signedIn } from '../sessions/sessions-repo.server';
import { challenge, verifyFactor } from './factors.server';
import {
  type Credential,
  insertChallenge,
  selectFactors,
  selectNewestChallenge,
  selectPasskey,
  updateCredential,
} from './factors-repo.server';
import { beginFactor, findUnfinishedFactor } from './own-factors.server';
import { discoverableOptions, readSignIn, requestOptions } from './passkey.server';

/** How long the sign-in challenge is valid. */
const CHALLENGE_SECONDS = 300;
const UNKNOWN = 'This passkey is not linked to an account. It may have been removed.';
const REFUSED = 'The passkey was not accepted. Please try again.';

/** The part of an authenticator's response that we read ourselves. The library checks the rest. */
const Answer = z.object({
  id: z.string().min(1).max(1_400),
  response: z.object({ userHandle: z.string().max(200).nullish() }).loose(),
});

/** Parses the JSON of a response; null if it is malformed. */
function readAnswer(text: string) {
  try {
    return Answer.loose().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Starts the setup of a passkey.
 * @returns the options for `navigator.credentials.create`
 * @throws AuthError
 */
export async function beginPasskey(ctx: AccountContext, viewer: Viewer, name: string) {
  const factor = await beginFactor(ctx, viewer, { type: 'webauthn', name });
  const asked = await challenge(ctx, viewer, factor, {});
  if (asked.webauthn?.type !== 'create') throw new AuthError('mfa_verification_failed', REFUSED);
  return { factor, challenge: asked.id, options: asked.webauthn.credential_options.publicKey };
}

interface MadePasskey {
  factor: string;
  challenge: string;
  /** JSON. */
  answer: string;
}

/**
 * Verifies the new passkey, which activates it.
 * @throws AuthError, TooManyError
 */
export async function finishPasskey(ctx: AccountContext, viewer: Viewer, made: MadePasskey) {
  const factor = await findUnfinishedFactor(ctx, viewer, made.factor);
  const response = readAnswer(made.answer);
  if (!factor || factor.secret || !response) throw refused('mfa_factor_not_found', REFUSED);
  try {
    const body = { challenge_id: made.challenge, webauthn: { credential_response: response } };
    return await verifyFactor(ctx, viewer, factor.id, body, true);
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'mfa_factors_credential_once')
      throw refused('mfa_factor_name_conflict', 'This passkey is already registered.');
    const isWrong = error instanceof AuthError && error.code === 'mfa_verification_failed';
    throw isWrong ? refused('mfa_verification_failed', REFUSED) : error;
  }
}

const refused = (code: AuthError['code'], message: string) =>
  new AuthError(code, message, [{ field: 'passkey', message }]);

/**
 * Challenges any of the viewer's passkeys as their second factor.
 * @throws AuthError for a user without a passkey, TooManyError
 */
export async function challengeOwnPasskeys(ctx: AccountContext, viewer: Viewer) {
  const { db } = ctx;
  const factors = await findPasskeys(ctx, viewer);
  if (factors.length === 0) throw refused('mfa_factor_not_found', 'You don’t have a passkey.');
  await countOrRefuse(ctx, challengeRules(ctx.request.address));
  const options = await requestOptions(
    ctx,
    factors.map(({ credential }) => credential),
  );
  const { sessionId } = viewer;
  // A challenge belongs to one factor, so each gets a row. The passkey that signs spends its own.
  await db.write(
    ...factors.flatMap(({ id: factorId }) =>
      Object.values(
        insertChallenge(db.build, {
          id: crypto.randomUUID(),
          factorId,
          sessionId,
          challenge: options.challenge,
        }),
      ),
    ),
  );
  return options;
}

async function findPasskeys(ctx: AccountContext, viewer: Viewer) {
  const { rows } = await ctx.db.read(selectFactors(ctx.db.build, viewer.userId));
  return rows.flatMap(({ id, status, credential }) =>
    credential && status === 'verified' ? [{ id, credential }] : [],
  );
}

/**
 * Verifies a passkey as second factor, which raises the session to aal2.
 * @throws AuthError, TooManyError
 */
export async function verifyOwnPasskey(
  ctx: AccountContext,
  viewer: Viewer,
  answer: string,
): Promise<OpenedSession> {
  const response = readAnswer(answer);
  const factor = (await findPasskeys(ctx, viewer)).find(({ credential }) => credential.id === response?.id);
  if (!factor) throw refused('mfa_factor_not_found', UNKNOWN);
  const asked = await ctx.db.read(selectNewestChallenge(ctx.db.build, factor.id, viewer.sessionId));
  const body = {
    challenge_id: asked.rows[0]?.id ?? crypto.randomUUID(),
    webauthn: { credential_response: response },
  };
  try {
    return await verifyFactor(ctx, viewer, factor.id, body);
  } catch (error) {
    throw error instanceof AuthError ? refused(error.code, REFUSED) : error;
  }
}

const markOf = ({ tokens }: AccountContext, text: string) => tokens.keyedHash(`passkey-question:${text}`);

/**
 * The options for signing in with any passkey. The challenge carries its own signature, so nothing is stored.
 */
export async function passkeySignInOptions(ctx: AccountContext) {
  const text = `${ctx.tokens.random()}.${nowInSeconds(ctx) + CHALLENGE_SECONDS}`;
  return discoverableOptions(ctx, `${text}.${await markOf(ctx, text)}`);
}

/** Whether we issued this challenge and it has not expired. */
async function isOurs(ctx: AccountContext, question: string): Promise<boolean> {
  const [, text = '', expires = '', mark] = /^([\w-]+\.(\d+))\.(\w+)$/.exec(question) ?? [];
  return Number(expires) > nowInSeconds(ctx) && mark === (await markOf(ctx, text));
}

/**
 * Signs in with a passkey alone. The passkey requires user verification, so the session starts at aal2.
 * @param replaced the browser's current session, which ends even if it belongs to another user
 * @throws AuthError
 */
export async function signInByPasskey(
  ctx: AccountContext,
  answer: string,
  replaced: string | null,
): Promise<OpenedSession & { role: Viewer['role'] }> {
  const { db } = ctx;
  const response = readAnswer(answer);
  const known = response && (await db.read(selectPasskey(db.build, response.id))).rows[0];
  if (!known) throw failed(ctx, UNKNOWN);
  const shown = await readSignIn(ctx, response, known.credential, (question) => isOurs(ctx, question));
  if (!shown || shown.userId !== known.userId) throw failed(ctx, REFUSED);
  const session = await openSession(ctx, { ...known, ...shown }, replaced);
  return { ...session, role: known.role };
}

interface ShownPasskey {
  id: string;
  credential: Credential;
  question: string;
}

async function openSession(
  ctx: AccountContext,
  { id, credential, question }: ShownPasskey,
  replaced: string | null,
): Promise<OpenedSession> {
  const { db } = ctx;
  const owner = ownerOfFactor(id);
  const opening = await prepareSession(ctx, { owner, event: signedIn, method: byPasskey, aal: 'aal2' });
  const hash = await ctx.tokens.hash(question);
  try {
    const { opened: made } = await db.writeBatch({
      opened: opening.statement,
      message: insertSignedMessage(db.build, hash, CHALLENGE_SECONDS),
      endedMessages: deleteEndedMessages(db.build),
      credential: updateCredential(db.build, id, credential),
      replaced: replaced ? [revokeReplaced(db.build, replaced, opening.refreshHash)] : [],
    });
    const opened = await opening.finish(made);
    if (!opened) throw failed(ctx, 'This account has been suspended.');
    const { userId, sessionId } = opened.session;
    ctx.log.write({ event: 'signed_in', userId, sessionId });
    return opened;
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'signed_messages_pkey')
      throw failed(ctx, REFUSED);
    throw error;
  }
}

function failed(ctx: AccountContext, message: string): AuthError {
  ctx.log.write({ event: 'sign_in_failed', reason: 'passkey' });
  return refused('invalid_credentials', message);
}
