// What can use a file of the media library, and how each kind of owner gets another file.
import type { MediaReplacement } from 'db/replaced-media';
import { purgeAds, replaceInAds } from '~/features/ads/manage-ads.server';
import { purgeAuthors, replaceInAuthors } from '~/features/articles/authors/authors.server';
import { replaceInArticles } from '~/features/articles/bulk/replace-image.server';
import { purgeArticleText } from '~/features/articles/publishing/purge-article-cache.server';
import { replaceInTemplates } from '~/features/articles/templates/templates.server';
import { purgeCategories, replaceInCategories } from '~/features/categories/manage-categories.server';
import type { MediaUse } from '~/features/media/media-view';
import { purgePages, replaceInPages } from '~/features/pages/manage-pages.server';
import { keysOf } from '~/lib/properties';
import type { AppContext, Statement } from '~/platform/context';

interface OwnerKind {
  /** Each checks again that the owner still uses the file, and writes the audit log. */
  replace(
    ctx: Pick<AppContext, 'db' | 'request'>,
    actorId: string | null,
    ids: readonly string[],
    replacement: MediaReplacement,
  ): Statement<unknown>[];
  /** Purges the cached pages, after the commit. */
  purge(ctx: Pick<AppContext, 'db' | 'pageCache'>, ids: readonly string[]): Promise<void>;
}

/** Articles first, because their saves lock an article before anything else. */
export const OWNER_KINDS: Record<MediaUse['kind'], OwnerKind> = {
  articles: { replace: replaceInArticles, purge: purgeArticleText },
  pages: { replace: replaceInPages, purge: purgePages },
  categories: { replace: replaceInCategories, purge: purgeCategories },
  ads: { replace: replaceInAds, purge: purgeAds },
  authors: { replace: replaceInAuthors, purge: purgeAuthors },
  article_templates: { replace: replaceInTemplates, purge: async () => {} },
};

export type Owner = Pick<MediaUse, 'kind' | 'id'>;

/** One entry per kind that occurs, in the order of `OWNER_KINDS`. */
export function groupOwners(owners: readonly Owner[]) {
  return keysOf(OWNER_KINDS).flatMap((kind) => {
    const ids = owners.filter((owner) => owner.kind === kind).map(({ id }) => id);
    return ids.length > 0 ? [{ ...OWNER_KINDS[kind], ids }] : [];
  });
}
