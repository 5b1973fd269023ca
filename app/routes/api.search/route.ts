// Search for scripts: `{ articles: [...] }` in the public view; `view=card` leaves the texts out.

import { searchArticles } from '~/features/search/search.server';
import { publicLoader } from '~/http/doors.server';

export const loader = publicLoader(async ({ ctx, url }) => {
  const withContent = url.searchParams.get('view') !== 'card';
  const articles = await searchArticles(ctx, url.searchParams.get('q') ?? '', { withContent });
  return Response.json({ articles });
});
