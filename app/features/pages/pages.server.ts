// Static pages, such as About and Contact.

import { createCardMaker, type PageContext } from '~/features/articles/public/card-maker.server';
import { fillDynamicBlocks } from '~/features/articles/public/dynamic-blocks.server';
import { listPageCtas } from '~/features/ctas/ctas.server';
import { withoutExternalImages } from '~/features/media/embedded/external-images';
import { withImageSizes } from '~/features/media/embedded/image-sizes';
import { NotFoundError } from '~/lib/errors';
import { toPageBody } from '~/lib/html/page-body';
import { selectPage } from './manage-pages-repo.server';
import type { StaticPage } from './page-view';

export const pageTag = (slug: string) => `page:${slug}`;

/** @throws NotFoundError if there is no page with this slug */
export async function getStaticPage(ctx: PageContext, slug: string): Promise<StaticPage> {
  const { db, page } = ctx;
  const [maker, [row], ctas] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectPage(db.build, slug)),
    listPageCtas(ctx, slug),
  ]);
  if (!row) throw new NotFoundError("The page you're looking for doesn't exist");
  page.tag(pageTag(slug));
  const { dynamicCards, ...found } = row;
  const { html } = fillDynamicBlocks(ctx, found.html, { path: `/page/${slug}`, dynamicCards }, ctas, maker);
  return { ...found, html: toPageBody(withImageSizes(withoutExternalImages(html))) };
}
