// Article search as JSON in the public view, or as search dialog cards with `view=card`.
import { searchCards, searchNames, searchPublicArticles } from '~/features/search/search.server';
import { toSearchQuery } from '~/features/search/search-query';
import type { DialogResults } from '~/features/search/search-view';
import { publicLoader } from '~/http/public-loader.server';

export const loader = publicLoader(async ({ ctx, url }) => {
  const query = toSearchQuery(url.searchParams);
  if (url.searchParams.get('view') === 'card') {
    const [results, named] = await Promise.all([searchCards(ctx, query), searchNames(ctx, query.text)]);
    const answer: DialogResults = { ...results, named };
    return Response.json(answer);
  }
  const { found, total } = await searchPublicArticles(ctx, query);
  const articles = found.filter(({ kind }) => kind !== 'closest').map(({ article }) => article);
  return Response.json({ articles, total, page: query.page });
});
