// Article search as JSON in the public view, or as search dialog cards with `view=card`.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { searchPublicArticles, searchWithNames } from '~/features/search/search.server';
import { toSearchQuery } from '~/features/search/search-query';
import { toVisit, type Visit } from '~/http/public-loader.server';
import { failureHeaders } from '~/http/security/security-headers';
import { TooManyError, UnavailableError } from '~/lib/errors';

export async function loader(args: LoaderFunctionArgs) {
  try {
    return Response.json(await answer(toVisit(args)));
  } catch (error) {
    if (!(error instanceof UnavailableError || error instanceof TooManyError)) throw error;
    const headers = failureHeaders(error);
    headers.set('cache-control', 'no-store');
    return Response.json({ error: error.message }, { status: error.status, headers });
  }
}

async function answer({ ctx, url }: Visit) {
  const query = toSearchQuery(url.searchParams);
  if (url.searchParams.get('view') === 'card') return searchWithNames(ctx, query);
  const { found, total } = await searchPublicArticles(ctx, query);
  const articles = found.filter(({ kind }) => kind !== 'closest').map(({ article }) => article);
  return { articles, total, page: query.page };
}
