// Signing in by a passkey, alone or as second factor: its question and its answer, for the scripts of our own pages.
import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { landingPath, SESSION_MISSING, type Viewer } from '~/features/accounts/account';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import { toVisit, type Visit } from '~/http/doors.server';
import { failureHeaders } from '~/http/failure-headers.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { findAnyViewer, keepTokens, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

/** Of an answer, in characters. */
const LONGEST_ANSWER = 20_000;

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const form = await readForm(visit.request);
  try {
    const isSecond = form.text('step') === 'second-factor';
    if (form.text('intent') === 'ask') return Response.json({ options: await ask(visit, isSecond) });
    const role = isSecond ? await showSecond(visit, form) : await signIn(visit, form);
    const isReset = isSecond && form.text('after') === 'new-password';
    if (!isReset) leaveNotice(ctx, 'signed-in');
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
  const { askForPasskey, askToSignIn } = await import('~/features/accounts/factors/own-passkeys.server');
  return isSecond ? askForPasskey(visit.ctx, await getOwing(visit)) : askToSignIn(visit.ctx);
}

async function getOwing(visit: Visit): Promise<Viewer> {
  const viewer = await findAnyViewer(visit);
  if (!viewer) throw new UnauthorizedError(SESSION_MISSING);
  return viewer;
}

async function showSecond(visit: Visit, form: PostedForm): Promise<Viewer['role']> {
  const { showOwnPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const viewer = await getOwing(visit);
  const { tokens } = await showOwnPasskey(visit.ctx, viewer, form.text('answer', LONGEST_ANSWER));
  await keepTokens(visit.ctx, tokens);
  return viewer.role;
}

async function signIn(visit: Visit, form: PostedForm): Promise<Viewer['role']> {
  const { signInByPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
  const current = await findAnyViewer(visit).catch(() => null);
  const answer = form.text('answer', LONGEST_ANSWER);
  const { tokens, role } = await signInByPasskey(visit.ctx, answer, current?.sessionId ?? null);
  await keepTokens(visit.ctx, tokens);
  return role;
}

export function loader() {
  return redirect('/auth');
}
