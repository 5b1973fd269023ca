// Creates static pages imported from another site, with their original dates.
import { auditLine } from '~/features/audit/audit.server';
import { PAGES_TAG, SEARCH_TAG, SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import type { Seo } from '~/features/seo/seo';
import { cleanHtml } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import { insertImportedPage } from './manage-pages-repo.server';
import { PageContent } from './page-input';
import { PAGE_SUMMARY_LIMIT, PAGE_TITLE_LIMIT } from './page-view';

export interface ImportedPage {
  title: string;
  slug: string;
  summary: string;
  /** Unsanitized; `importPage` sanitizes it. Its images are already in the file store. */
  content: string;
  seo: Seo;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Returns the statements that create the page, for the caller's transaction.
 * @throws InvalidError if the content is too long
 */
export function importPage(
  ctx: AppContext,
  actorId: string | null,
  id: string,
  page: ImportedPage,
): Statement<unknown>[] {
  const { createdAt, updatedAt } = page;
  const title = cutText(page.title.replace(/\s+/g, ' ').trim(), 0, PAGE_TITLE_LIMIT) || 'Untitled page';
  const slug = cutText(toSlug(page.slug) || toSlug(title), 0, PAGE_TITLE_LIMIT) || `page-${id.slice(0, 8)}`;
  const { content } = parseInput(PageContent, { content: cleanHtml(page.content) });
  const fields = {
    title,
    slug,
    summary: cutText(page.summary, 0, PAGE_SUMMARY_LIMIT),
    content,
    seo: page.seo,
  };
  const line = { event: 'page_created', actorId, subject: title, details: { id, cause: 'import' } };
  return [insertImportedPage(ctx.db.build, id, fields, { createdAt, updatedAt }), auditLine(ctx, line)];
}

/** Purges every page, because the footer lists the static pages, and searches that found one. */
export async function purgeImportedPages({ pageCache }: Pick<AppContext, 'pageCache'>): Promise<void> {
  await pageCache.purge([PAGES_TAG, SITE_LAYOUT_TAG, SEARCH_TAG]);
}
