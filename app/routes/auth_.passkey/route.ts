// Passkey sign-in, alone or as the second factor: challenge and verification for the sign-in page's script.
import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, SESSION_MISSING, type Viewer } from '~/features/accounts/account';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { toVisit, type Visit } from '~/http/public-loader.server';
import { failureHeaders } from '~/http/security/security-headers';
import { addCookies } from '~/http/session/pending-cookies.server';
import { findAnyViewer, keepTokens, setNotice } from '~/http/session/session.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

/** Maximum length of an authenticator's response, in characters. */
const MAX_ANSWER_LENGTH = 20_000;

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const form = await readForm(visit.request);
  try {
    const isSecond = form.text('step') === 'second-factor';
    if (form.text('intent') === 'ask') return Response.json({ options: await ask(visit, isSecond) });
    const role = isSecond ? await showSecond(visit, form) : await signIn(visit, form);
    const isReset = isSecond && form.text('after') === 'new-password';
    if (!isReset) setNotice(ctx, 'signed-in');
    const location = isReset ? '/auth?reset=true' : landingPath({ role }, form.text('redirect'));
    return Response.json({ location }, { headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const isKnown = isDomainError(error);
    if (!isKnown) ctx.log.write({ event: 'failure', where: '/auth/passkey', reason: String(error) });
    const message = isKnown ? error.message : TRY_AGAIN;
    return Response.json(
      { message },
      { status: isKnown ? error.status : 500, headers: failureHeaders(error) },
    );
  }
}

async function ask(visit: Visit, isSecond: boolean) {
  const { challengeOwnPasskeys, passkeySignInOptions } = await import(
    '~/features/accounts/factors/own-passkeys.server'
  );
  return isSecond
    ? challengeOwnPasskeys(visit.ctx, await requireAnyViewer(visit))
    : passkeySignInOptions(visit.ctx);
}

async function requireAnyViewer(visit: Visit): Promise<Viewer> {
  const viewer = await findAnyViewer(visit);
  if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
  return viewer;
}

async function showSecond(visit: Visit, form: PostedForm): Promise<Viewer['role']> {
  const { verifyOwnPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const viewer = await requireAnyViewer(visit);
  const { tokens } = await verifyOwnPasskey(visit.ctx, viewer, form.text('answer', MAX_ANSWER_LENGTH));
  await keepTokens(visit.ctx, tokens);
  return viewer.role;
}

async function signIn(visit: Visit, form: PostedForm): Promise<Viewer['role']> {
  const { signInByPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const current = await findAnyViewer(visit).catch(() => null);
  const answer = form.text('answer', MAX_ANSWER_LENGTH);
  const { tokens, role } = await signInByPasskey(visit.ctx, answer, current?.sessionId ?? null);
  await keepTokens(visit.ctx, tokens);
  return role;
}

export function loader() {
  return redirect('/auth');
}
