// What the viewer alone gets of an article: the rest of it, and its place on their reading list. For the script of its page;
// its button posts here without scripts too. Never kept: it is theirs.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { findRest } from '~/features/articles/read-article.server';
import { findSaved, removeSaved, saveForLater } from '~/features/reading-list/reading-list.server';
import { toFailure, toVisit, type Visit } from '~/http/doors.server';
import { readForm } from '~/http/read-form.server';
import { findSessionViewer, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
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

/** `intent` is save or remove. A script says that it wants JSON, and anybody else is led back to the article. */
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
    leaveNotice(ctx, save ? 'article-saved' : 'article-removed');
    return redirect(`/article/${encodeURIComponent(slug)}`, {
      status: 303,
      headers: addCookies(ctx, new Headers()),
    });
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw toFailure(error);
    const wish = `/account/reading-list?save=${encodeURIComponent(slug)}`;
    return redirect(`/auth?redirect=${encodeURIComponent(wish)}`, 303);
  }
}

async function requireMember(visit: Visit) {
  const viewer = await findSessionViewer(visit);
  if (!viewer) throw new UnauthorizedError('This is for members: please sign in.');
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
