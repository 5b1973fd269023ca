// The target of links in account emails. Mail scanners open links, so a GET does not use the link up; the
// page's button does.
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeAccount, needsSecondFactor, secondFactorPath } from '~/features/accounts/account';
import { followLink, targetOf } from '~/features/accounts/api/verify.server';
import { getTokenViewer } from '~/features/accounts/sessions/viewer.server';
import { FAILURES, MAIL_LINK_DEAD, noticeOfLink } from '~/features/accounts/sign-in/account-notices';
import {
  findLink,
  isDeadUndoLink,
  type SpentLink,
  spendLink,
} from '~/features/accounts/sign-in/recovery.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { readForm } from '~/http/forms/read-form.server';
import { toFailure, toVisit } from '~/http/public-loader.server';
import { bindingFor, keepBinding } from '~/http/session/flow-binding.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { findSessionViewer, keepTokens, rememberDevice, setNotice } from '~/http/session/session.server';
import { ConflictError, InvalidError, isDomainError } from '~/lib/errors';
import authStyles from '~/styles/site/auth.css?url';
import { ConfirmLinkPage } from './confirm-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta: MetaFunction = () => [
  { title: 'Confirm' },
  { name: 'robots', content: 'noindex' },
  // The URL contains a secret token.
  { name: 'referrer', content: 'same-origin' },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = toVisit(args);
  try {
    const token = visit.url.searchParams.get('token') ?? '';
    const [link, isUndo, viewer, { name }] = await Promise.all([
      findLink(visit.ctx, token),
      isDeadUndoLink(visit.ctx, token),
      findSessionViewer(visit),
      getSiteSettings(visit.ctx),
    ]);
    const target = link && targetOf(visit.ctx, link);
    if (target) visit.ctx.page.formTargets.add(new URL(target).origin);
    const other = link && !target && viewer && viewer.userId !== link.userId ? describeAccount(viewer) : null;
    const page = {
      name,
      token,
      purpose: link?.purpose ?? null,
      email: link?.email ?? null,
      isDeadUndo: !link && isUndo,
      isForClient: target !== null,
      other,
    };
    // 410 for links that were used, have expired or never existed.
    return data(page, { status: link || visit.request.method !== 'GET' ? 200 : 410 });
  } catch (error) {
    throw toFailure(visit.ctx, error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const form = await readForm(visit.request);
  const token = form.text('token') || (visit.url.searchParams.get('token') ?? '');
  try {
    const binding = bindingFor(ctx, visit.request);
    const followed = await followLink(ctx, token, binding);
    if (followed) {
      if (followed.isSignedIn) keepBinding(ctx, binding);
      const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
      return redirect(followed.location, { status: 303, headers: addCookies(ctx, new Headers(headers)) });
    }
    const viewer = await findSessionViewer(visit);
    const spent = await spendLink(ctx, token, viewer, form.text('replace') === 'yes');
    await keepTokens(ctx, spent.tokens);
    // Tokens go into the URL only when the session is complete; for the second-factor step the cookie is
    // enough.
    const isOwing = needsSecondFactor(await getTokenViewer(ctx, spent.tokens.access));
    if (!isOwing) await rememberDevice(ctx, spent.tokens);
    const notice = noticeOfLink(typeOf(spent), isOwing);
    if (notice) setNotice(ctx, notice);
    const address = form.has('noscript') ? addressAfter(spent) : addressWithTokens(spent);
    const location = isOwing ? secondFactorPath(spent.choosesPassword) : address;
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/auth/confirm', reason: String(error) });
    const status = isDomainError(error) ? error.status : 500;
    const isDead = error instanceof InvalidError;
    const message = isDomainError(error) ? error.message : MAIL_LINK_DEAD;
    const isDeadUndo = isDead && (await isDeadUndoLink(ctx, token));
    return data(
      { title: FAILURES.link, message, isDead, isDeadUndo, conflict: error instanceof ConflictError },
      { status },
    );
  }
}

/** The purpose of the link, as the URL hash names it. */
function typeOf({ purpose, choosesPassword }: SpentLink): string {
  if (choosesPassword && purpose !== 'email_undo') return 'recovery';
  return purpose === 'verify' ? 'signup' : purpose;
}

const addressAfter = ({ choosesPassword }: SpentLink) => `/auth${choosesPassword ? '?reset=true' : ''}`;

/**
 * Puts the tokens in the URL hash, which is not sent to servers or in referrers. The page's script exchanges
 * them. Without JavaScript they would stay valid in the browser's history, and the cookie is enough.
 */
function addressWithTokens(spent: SpentLink): string {
  const { access, refresh } = spent.tokens;
  const hash = new URLSearchParams({ access_token: access, refresh_token: refresh, type: typeOf(spent) });
  return `${addressAfter(spent)}#${hash}`;
}

export default function Confirm() {
  return (
    <ConfirmLinkPage page={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return (
    <main id="content">
      <PageError title={FAILURES.link} fallback={MAIL_LINK_DEAD} />
    </main>
  );
}
