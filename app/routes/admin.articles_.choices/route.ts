// The articles that the command palette offers, as JSON. Not a Remix loader request, because on an error or
// expired session Remix would replace the page and lose its unsaved text.
import { listArticleChoices } from '~/features/articles/list/article-list.server';
import { authorOnly } from '~/features/articles/own-articles';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { toSearchText } from '~/lib/text';

/** `?search=` */
export const loader = adminLoader('own articles', async ({ ctx, url, viewer }) =>
  Response.json(
    await listArticleChoices(ctx, toSearchText(url.searchParams.get('search')), authorOnly(viewer)),
  ),
);
export const action = adminAction('own articles', () => new Response(null, { status: 405 }));
