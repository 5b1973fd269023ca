// Where the links in our mails lead. Mail scanners follow links, so opening it spends nothing: its one button does.
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { owesFactor, secondFactorPath } from '~/features/accounts/account';
import { FAILURES, LINK_DEAD, type NoticeName } from '~/features/accounts/account-notices';
import { findLink, type SpentLink, spendLink } from '~/features/accounts/recovery.server';
import { getTokenViewer } from '~/features/accounts/viewer.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { toFailure, toVisit } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { findSessionViewer, keepTokens, leaveNotice, rememberDevice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import { ConflictError, InvalidError, isDomainError } from '~/lib/errors';
import authStyles from '~/styles/auth.css?url';
import { ConfirmPage } from './confirm-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: authStyles }];
export const meta: MetaFunction = () => [
  { title: 'Confirm' },
  { name: 'robots', content: 'noindex' },
  // The address carries a secret.
  { name: 'referrer', content: 'same-origin' },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = toVisit(args);
  try {
    const token = visit.url.searchParams.get('token') ?? '';
    const [link, viewer, { name }] = await Promise.all([
      findLink(visit.ctx, token),
      findSessionViewer(visit),
      getSiteSettings(visit.ctx),
    ]);
    const other = link && viewer && viewer.userId !== link.userId ? viewer.email : null;
    const page = {
      name,
      token,
      purpose: link?.purpose ?? null,
      email: link?.email ?? null,
      // Whoever asked for this link waits elsewhere, and is brought what it opens.
      onward: link && (link.redirectTo || link.codeChallenge) ? followPath(token) : null,
      other,
    };
    // Gone: spent, expired, or never there.
    return data(page, { status: link || visit.request.method !== 'GET' ? 200 : 410 });
  } catch (error) {
    throw toFailure(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx } = visit;
  const form = await readForm(visit.request);
  const token = form.text('token') || (visit.url.searchParams.get('token') ?? '');
  try {
    const viewer = await findSessionViewer(visit);
    const spent = await spendLink(ctx, token, viewer, form.text('replace') === 'yes');
    await keepTokens(ctx, spent.tokens);
    // The cookie is enough for whoever goes on here: no tokens travel beside a step that they are not good for yet.
    const isOwing = owesFactor(await getTokenViewer(ctx, spent.tokens.access));
    if (!isOwing) {
      await rememberDevice(ctx, spent.tokens);
      leaveNotice(ctx, noticeAfter(spent));
    }
    const location = isOwing ? secondFactorPath(spent.choosesPassword) : addressWithTokens(spent);
    return redirect(location, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    if (!isDomainError(error))
      ctx.log.write({ event: 'failure', where: '/auth/confirm', reason: String(error) });
    const status = isDomainError(error) ? error.status : 500;
    const isDead = error instanceof InvalidError;
    const message = isDomainError(error) ? error.message : LINK_DEAD;
    return data(
      { title: FAILURES.link, message, isDead, conflict: error instanceof ConflictError },
      { status },
    );
  }
}

function noticeAfter({ purpose, choosesPassword }: SpentLink): NoticeName {
  if (choosesPassword) return 'link-verified';
  return purpose === 'verify' || purpose === 'email_change' ? 'verified' : 'signed-in';
}

function followPath(token: string): string {
  return `/auth/v1/verify?${new URLSearchParams({ token })}`;
}

/** Tokens travel in the hash, which no server and no referrer sees; the cookie has them too, for pages without scripts. */
function addressWithTokens({ choosesPassword, tokens }: SpentLink): string {
  const hash = new URLSearchParams({
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    type: choosesPassword ? 'recovery' : 'signup',
  });
  return `/auth${choosesPassword ? '?reset=true' : ''}#${hash}`;
}

export default function Confirm() {
  return (
    <ConfirmPage page={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return (
    <main id="content">
      <PageError title={FAILURES.link} fallback={LINK_DEAD} />
    </main>
  );
}
