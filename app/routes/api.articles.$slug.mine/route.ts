// The viewer's own data for an article: the members-only text and whether it is saved. Used by the article
// page's script; its Save button also posts here without JavaScript. Never cached, because it is personal.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { findRest } from '~/features/articles/public/read-article.server';
import { findSaved, removeSaved, saveForLater } from '~/features/reading-list/reading-list.server';
import { readForm } from '~/http/forms/read-form.server';
import { toFailure, toVisit, type Visit } from '~/http/public-loader.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { findSessionViewer, setNotice } from '~/http/session/session.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

const HEADERS = { 'cache-control': 'no-store' };

export async function loader(args: LoaderFunctionArgs) {
  const visit = toVisit(args);
  return answer(async () => {
    const viewer = await requireMember(visit);
    const { ctx, params } = visit;
    const slug = params.slug ?? '';
    const [rest, found] = await Promise.all([findRest(ctx, slug), findSaved(ctx, viewer, slug)]);
    return { rest, saved: found?.saved ?? false };
  });
}

/**
 * `intent` is save or remove. Answers JSON if requested by the Accept header; otherwise redirects to the
 * article.
 */
export async function action(args: ActionFunctionArgs) {
  const visit = toVisit(args);
  const { ctx, params, request } = visit;
  const slug = params.slug ?? '';
  const save = (await readForm(request)).text('intent') !== 'remove';
  const change = async () => {
    const viewer = await requireMember(visit);
    await (save ? saveForLater : removeSaved)(ctx, viewer, slug);
    return { saved: save };
  };
  if (request.headers.get('accept') === 'application/json') return answer(change);
  try {
    await change();
    setNotice(ctx, save ? 'article-saved' : 'article-removed');
    return redirect(`/article/${encodeURIComponent(slug)}`, {
      status: 303,
      headers: addCookies(ctx, new Headers()),
    });
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw toFailure(ctx, error);
    const returnTo = `/account/reading-list?save=${encodeURIComponent(slug)}`;
    return redirect(`/auth?redirect=${encodeURIComponent(returnTo)}`, 303);
  }
}

async function requireMember(visit: Visit) {
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError('Sign in to read members-only articles.');
  return viewer;
}

async function answer(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: HEADERS });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers: HEADERS });
  }
}
