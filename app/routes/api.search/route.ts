// Article search as JSON: `{ articles: [...] }` in the public view, or as search dialog cards with
// `view=card`.

import { searchCards, searchPublicArticles } from '~/features/search/search.server';
import { publicLoader } from '~/http/public-loader.server';

export const loader = publicLoader(async ({ ctx, url }) => {
  const query = url.searchParams.get('q') ?? '';
  const search = url.searchParams.get('view') === 'card' ? searchCards : searchPublicArticles;
  return Response.json({ articles: await search(ctx, query) });
});
