// Search for scripts: `{ articles: [...] }` in the public view; `view=card` is what the dialog shows.

import { searchCards, searchPublicArticles } from '~/features/search/search.server';
import { publicLoader } from '~/http/doors.server';

export const loader = publicLoader(async ({ ctx, url }) => {
  const query = url.searchParams.get('q') ?? '';
  const search = url.searchParams.get('view') === 'card' ? searchCards : searchPublicArticles;
  return Response.json({ articles: await search(ctx, query) });
});
