// Enrolls, challenges, verifies and removes second factors.
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { challengeRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { ConstraintError, UnauthorizedError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import { SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { Nonce, parseApi, Uuid } from '../api/api-input';
import { AuthError } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { countSecurityChange } from '../sessions/count-security-change.server';
import { type OpenedSession, prepareReplacement } from '../sessions/open-session.server';
import { refuseWeakSession, requireConfirmed } from '../sessions/require-confirmed.server';
import type { SessionFacts } from '../sessions/sessions-repo.server';
import { trySecondFactor } from '../sign-in/try-second-factor.server';
import {
  type Credential,
  enrollStatements,
  type FactorRow,
  insertChallenge,
  isVerifiedNow,
  MAX_FACTORS,
  selectChallenge,
  selectFactor,
  selectFactors,
  verifyStatements,
} from './factors-repo.server';
import { createOptions, readCreated, readSigned, requestOptions } from './passkey.server';
import { generateRecoveryCodes } from './recovery-codes.server';
import { codesWereInserted, firstCodes } from './recovery-codes-repo.server';
import { findStep, makeTotp } from './totp';

const Enrolment = z.object({
  factor_type: z.string('factor_type needs to be totp or webauthn'),
  friendly_name: z.string().trim().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
  ...Nonce.shape,
});
const Asking = z.object({ webauthn: z.object({ rpId: z.string().max(253).nullish() }).nullish() });
const Showing = z.object({
  challenge_id: Uuid,
  code: z.string().max(20).nullish(),
  webauthn: z.object({ credential_response: z.unknown() }).nullish(),
  ...Nonce.shape,
});

export const isVerified = ({ status }: FactorRow) => status === 'verified';
const credentialsOf = (factors: readonly FactorRow[]): Credential[] =>
  factors.flatMap(({ credential }) => (credential ? [credential] : []));

/** @throws AuthError, TooManyError; UnauthorizedError if the session ended */
export async function enroll(ctx: AccountContext, viewer: Viewer, body: unknown) {
  const asked = parseApi(Enrolment, body);
  const type = asked.factor_type;
  if (type === 'phone') throw new AuthError('phone_provider_disabled', 'Phone provider is not enabled');
  if (type !== 'totp' && type !== 'webauthn')
    throw new AuthError('validation_failed', 'factor_type needs to be totp or webauthn');
  refuseWeakSession(viewer);
  await requireConfirmed(ctx, viewer, asked.nonce);
  // Each factor is added at most once, so that counting its start also limits the emails about added factors.
  await countSecurityChange(ctx, viewer);
  const name = asked.friendly_name ?? '';
  const id = crypto.randomUUID();
  const issuer = asked.issuer || new URL(ctx.config.siteUrl).host;
  const totp = type === 'totp' ? makeTotp(issuer, viewer.email || viewer.userId) : null;
  const secret = totp && (await ctx.tokens.seal(totp.secret));
  const { userId, sessionId } = viewer;
  const { session, made } = await refusingName(() =>
    ctx.db.writeBatch(enrollStatements(ctx.db.build, { id, userId, type, name, secret, sessionId })),
  );
  if (session.rows.length === 0) throw new UnauthorizedError(SESSION_MISSING);
  if (made.rows.length === 0)
    throw new AuthError('too_many_enrolled_mfa_factors', `At most ${MAX_FACTORS} factors can be enrolled`);
  const factor = { id, type, friendly_name: name };
  if (!totp) return factor;
  return { ...factor, totp: { qr_code: renderSVG(totp.uri), secret: totp.secret, uri: totp.uri } };
}

async function refusingName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'mfa_factors_name_once')
      throw new AuthError('mfa_factor_name_conflict', 'A factor with this friendly name exists already');
    throw error;
  }
}

/** @throws AuthError */
export async function getFactor(ctx: AccountContext, viewer: Viewer, factorId: string): Promise<FactorRow> {
  const id = Uuid.safeParse(factorId).data;
  const found = id && (await ctx.db.read(selectFactor(ctx.db.build, viewer.userId, id))).rows[0];
  if (!found)
    throw new AuthError('mfa_factor_not_found', 'Factor not found. It may have been removed already.');
  return found;
}

/** Creates a challenge. For a passkey, also returns the options for the browser. @throws TooManyError, AuthError */
export async function challenge(ctx: AccountContext, viewer: Viewer, factorId: string, body: unknown) {
  const factor = await getFactor(ctx, viewer, factorId);
  if (!isVerified(factor)) refuseWeakSession(viewer);
  const host = parseApi(Asking, body).webauthn?.rpId;
  await countOrRefuse(ctx, challengeRules(ctx.request.address));
  const id = crypto.randomUUID();
  const question = factor.type === 'webauthn' ? await askPasskey(ctx, viewer, factor, host) : null;
  const { made } = await ctx.db.writeBatch(
    insertChallenge(ctx.db.build, {
      id,
      factorId: factor.id,
      sessionId: viewer.sessionId,
      challenge: question?.publicKey.challenge ?? null,
    }),
  );
  const expires_at = made.rows[0]?.expiresAt ?? 0;
  if (!question) return { id, type: factor.type, expires_at };
  const { kind, publicKey } = question;
  return { id, type: factor.type, expires_at, webauthn: { type: kind, credential_options: { publicKey } } };
}

async function askPasskey(ctx: AccountContext, viewer: Viewer, factor: FactorRow, host?: string | null) {
  if (isVerified(factor))
    return { kind: 'request', publicKey: await requestOptions(ctx, credentialsOf([factor]), host) } as const;
  const { rows } = await ctx.db.read(selectFactors(ctx.db.build, viewer.userId));
  return { kind: 'create', publicKey: await createOptions(ctx, viewer, credentialsOf(rows), host) } as const;
}

export interface VerifiedFactor extends OpenedSession {
  /** Recovery codes, returned only this once; null if none were created. */
  codes: string[] | null;
}

/**
 * Verifies a factor and replaces the viewer's session with one at aal2. Accepts each code and each challenge once.
 * @param wantsCodes creates recovery codes in the same transaction for the user's first factor
 * @throws AuthError, TooManyError
 */
export async function verifyFactor(
  ctx: AccountContext,
  viewer: Viewer,
  factorId: string,
  body: unknown,
  wantsCodes = false,
): Promise<VerifiedFactor> {
  const shown = parseApi(Showing, body);
  const factor = await getFactor(ctx, viewer, factorId);
  // An unfinished enrollment, which anyone with the session may have started, cannot replace a verified
  // factor.
  if (!isVerified(factor)) {
    refuseWeakSession(viewer);
    await requireConfirmed(ctx, viewer, shown.nonce);
  }
  const { sessionId, userId } = viewer;
  const asked = { challengeId: shown.challenge_id, factorId: factor.id, sessionId };
  const { build } = ctx.db;
  const found = (await ctx.db.read(selectChallenge(build, asked))).rows[0];
  if (!found)
    throw new AuthError('mfa_challenge_expired', 'MFA challenge has expired or was used: ask for a new one');
  const proof = await trySecondFactor(ctx, viewer, 'factor', async () =>
    factor.type === 'totp'
      ? readCode(ctx, factor, shown.code ?? '')
      : readPasskey(ctx, factor, shown.webauthn?.credential_response, found.challenge ?? ''),
  );
  if (!proof) throw wrong();
  const replacement = await prepareReplacement(ctx, viewer, {
    method: factor.type,
    aal: 'aal2',
    condition: isVerifiedNow(factor.id),
  });
  const statements = {
    ...verifyStatements(build, userId, { ...asked, ...proof }),
    opened: replacement.statement,
  };
  const { made, codes } = isVerified(factor)
    ? { made: (await ctx.db.writeBatch(statements)).opened, codes: null }
    : await addFactor(ctx, viewer, factor, statements, wantsCodes);
  const opened = await replacement.finish(made);
  if (!opened) {
    // Another request used the same code or challenge.
    ctx.log.write({ event: 'sign_in_failed', reason: 'second-factor' });
    throw wrong();
  }
  ctx.log.write({ event: 'user_updated', userId, what: 'second factor shown' });
  if (!isVerified(factor)) await notifyOwner(ctx, viewer.email, { what: 'factor-added', name: factor.name });
  return { ...opened, codes };
}

type VerifyStatements = ReturnType<typeof verifyStatements> & { opened: Statement<{ rows: SessionFacts[] }> };

/** First use of a factor: the audit log entry and the first recovery codes, in the same transaction. */
async function addFactor(
  ctx: AccountContext,
  { userId, email }: Viewer,
  { id, type, name }: FactorRow,
  statements: VerifyStatements,
  wantsCodes: boolean,
) {
  const { build } = ctx.db;
  const line = { actorId: userId, subject: email };
  const added = { ...line, event: 'factor_added', details: { type, name } };
  const batch = { ...statements, audit: auditLine(ctx, added, isVerifiedNow(id)) };
  if (!wantsCodes) return { made: (await ctx.db.writeBatch(batch)).opened, codes: null };
  const { codes, hashes } = await generateRecoveryCodes(ctx, userId);
  const done = await ctx.db.writeBatch({
    ...batch,
    ...firstCodes(build, userId, hashes, isVerifiedNow(id)),
    codesAudit: auditLine(ctx, { ...line, event: 'recovery_codes_made' }, codesWereInserted(hashes)),
  });
  return { made: done.opened, codes: done.codes.rows.length > 0 ? codes : null };
}

function wrong(): AuthError {
  return new AuthError('mfa_verification_failed', 'Invalid MFA code entered or passkey shown');
}

interface Proof {
  step: number;
  credential: Credential | null;
}

async function readCode(ctx: AccountContext, factor: FactorRow, code: string): Promise<Proof | null> {
  if (!factor.secret || !/^\d{6}$/.test(code)) return null;
  const step = findStep(await ctx.tokens.open(factor.secret), code, ctx.clock.now());
  return step === null ? null : { step, credential: null };
}

async function readPasskey(
  ctx: AccountContext,
  factor: FactorRow,
  response: unknown,
  challengeText: string,
): Promise<Proof | null> {
  if (!response) return null;
  const credential = factor.credential
    ? await readSigned(ctx, response, challengeText, factor.credential)
    : await readCreated(ctx, response, challengeText);
  return credential && { step: 0, credential };
}

/** Verifies a code of any of the user's apps, for our own pages. @throws AuthError, TooManyError */
export async function verifyCode(ctx: AccountContext, viewer: Viewer, code: string): Promise<OpenedSession> {
  const { rows } = await ctx.db.read(selectFactors(ctx.db.build, viewer.userId));
  const apps = rows.filter((factor) => isVerified(factor) && factor.type === 'totp');
  const proofs = await Promise.all(apps.map((factor) => readCode(ctx, factor, code)));
  // If no app matches, submit the code to the first one, so that the attempt is counted.
  const factor = apps[proofs.findIndex(Boolean)] ?? apps[0];
  if (!factor) throw new AuthError('mfa_factor_not_found', 'Factor not found');
  const asked = await challenge(ctx, viewer, factor.id, {});
  return verifyFactor(ctx, viewer, factor.id, { challenge_id: asked.id, code });
}
