// Standing pages that come from another site: with the dates they have there.
import { auditLine } from '~/features/audit/audit.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { cleanHtml } from '~/lib/clean-html';
import { cutText } from '~/lib/cut-text';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import type { AppContext, Statement } from '~/platform/context';
import { insertImportedPage } from './manage-pages-repo.server';
import { PageContent } from './page-input';
import { SUMMARY_LIMIT, TITLE_LIMIT } from './page-limits';
import { PAGES_TAG } from './pages.server';

export interface ImportedPage {
  title: string;
  slug: string;
  summary: string;
  /** As it came: it is cleaned here. Its pictures are ours already. */
  content: string;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Statements that make the page, for the transaction of whoever brings it in.
 * @throws InvalidError for a text that is too long
 */
export function importPage(
  ctx: AppContext,
  actorId: string | null,
  id: string,
  page: ImportedPage,
): Statement<unknown>[] {
  const { createdAt, updatedAt } = page;
  const title = cutText(page.title.replace(/\s+/g, ' ').trim(), 0, TITLE_LIMIT) || 'Untitled page';
  const slug = cutText(toSlug(page.slug) || toSlug(title), 0, TITLE_LIMIT) || `page-${id.slice(0, 8)}`;
  const { content } = parseInput(PageContent, { content: cleanHtml(page.content) });
  const fields = { title, slug, summary: cutText(page.summary, 0, SUMMARY_LIMIT), content };
  const line = { event: 'page_created', actorId, subject: title, details: { id, cause: 'import' } };
  return [insertImportedPage(ctx.db.build, id, fields, { createdAt, updatedAt }), auditLine(ctx, line)];
}

/** The footer of every page names them. */
export async function purgeNewPages({ pages }: Pick<AppContext, 'pages'>): Promise<void> {
  await pages.purge([PAGES_TAG, CHROME_TAG]);
}
