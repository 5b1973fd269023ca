// The images for the image picker, as JSON. Not a Remix loader request, because on an error or expired
// session Remix would replace the page and lose the form's input.
import { listMedia } from '~/features/media/media-library.server';
import { MEDIA_PER_PAGE, type MediaChoices } from '~/features/media/media-view';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { pageNumber } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';

/** `?search=&page=` */
export const loader = adminLoader('use images', async ({ ctx, url }) => {
  const text = toSearchText(url.searchParams.get('search'));
  const page = pageNumber(url.searchParams.get('page'));
  const { items, total } = await listMedia(ctx, { text, sort: 'newest', page });
  const choices: MediaChoices = {
    page,
    pageCount: Math.ceil(total / MEDIA_PER_PAGE),
    total,
    items: items.map(({ id, url, name, alt, width, height }) => ({ id, url, name, alt, width, height })),
  };
  return Response.json(choices);
});
export const action = adminAction('use images', () => new Response(null, { status: 405 }));
