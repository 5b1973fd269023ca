// The articles that the command palette and the editor's list of links offer, as JSON. Not a Remix loader request, because on an error or
// expired session Remix would replace the page and lose its unsaved text.
import { listArticleChoices } from '~/features/articles/list/article-list.server';
import { authorOnly } from '~/features/articles/own-articles';
import { listCtaChoices } from '~/features/ctas/ctas.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { toSearchText } from '~/lib/text';

/** `?search=`, and `for=links` to also find other people's published articles; `for=ctas` lists active calls to action */
export const loader = adminLoader('own articles', async ({ ctx, url, viewer }) =>
  Response.json(
    url.searchParams.get('for') === 'ctas'
      ? await listCtaChoices(ctx)
      : await listArticleChoices(
          ctx,
          toSearchText(url.searchParams.get('search')),
          authorOnly(viewer),
          url.searchParams.get('for') === 'links',
        ),
  ),
);
export const action = adminAction('own articles', () => new Response(null, { status: 405 }));
