// The pictures one can choose from, for the picker over a form. In JSON: what Remix loads for a page, it may put an error or
// the sign-in page in its place, and what was typed there would be gone with it.
import { listMedia } from '~/features/media/media-library.server';
import { MEDIA_PER_PAGE, type MediaChoices } from '~/features/media/media-view';
import { adminAction, adminLoader } from '~/http/guards.server';
import { pageNumber } from '~/lib/page-number';
import { toSearchText } from '~/lib/search-text';

/** `?search=&page=` */
export const loader = adminLoader('use pictures', async ({ ctx, url }) => {
  const text = toSearchText(url.searchParams.get('search'));
  const page = pageNumber(url.searchParams.get('page'));
  const { items, total } = await listMedia(ctx, { text, sort: 'newest', page });
  const choices: MediaChoices = {
    page,
    pageCount: Math.ceil(total / MEDIA_PER_PAGE),
    total,
    items: items.map(({ id, url, name, alt }) => ({ id, url, name, alt })),
  };
  return Response.json(choices);
});
export const action = adminAction('use pictures', () => new Response(null, { status: 405 }));
