// Articles that come from another magazine: with the dates they have there.
import { auditLine } from '~/features/audit/audit.server';
import { cleanHtml, htmlToText } from '~/lib/clean-html';
import { cutText } from '~/lib/cut-text';
import { InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import type { AppContext, Statement } from '~/platform/context';
import { AUTHOR_LIMIT, SLUG_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT, toExcerpt, wantedSlug } from './article';
import { ArticleContent } from './article-input';
import type { ArticleStatus } from './article-status';
import { purgeTouched } from './purge-touched.server';
import {
  type ArticleDates,
  insertAuthor,
  insertImportedArticle,
  insertTagsNamed,
} from './save-article-repo.server';
import { insertRevision } from './snapshots-repo.server';
import { selectStandings } from './standings-repo.server';

export interface ImportedArticle {
  title: string;
  slug: string;
  /** Plain; empty for one made of the content. */
  summary: string;
  /** As it came: it is cleaned here. Its pictures are ours already. */
  content: string;
  author: string;
  categoryId: string | null;
  tagIds: readonly string[];
  /** Tags by name, made where they are missing. */
  tagNames: readonly string[];
  status: ArticleStatus;
  isFeatured: boolean;
  imageUrl: string | null;
  imageAlt: string;
  /** For a draft that waits. */
  publishAt: Date | null;
  dates: ArticleDates;
}

const WORDS_A_MINUTE = 225;

/**
 * Statements that make the article, for the transaction of whoever brings it in.
 * @throws InvalidError for a text that is too long
 */
export function importArticle(
  ctx: AppContext,
  actorId: string | null,
  id: string,
  article: ImportedArticle,
): Statement<unknown>[] {
  const { db } = ctx;
  const { content } = parseInput(ArticleContent, { content: cleanHtml(article.content) });
  const text = htmlToText(content);
  const title = cutText(article.title.replace(/\s+/g, ' ').trim(), 0, TITLE_LIMIT).trim() || toExcerpt(text);
  if (title === '') throw new InvalidError('It has neither a title nor a text.');
  const author = cutText(article.author.trim(), 0, AUTHOR_LIMIT);
  const values = {
    title: cutText(title, 0, TITLE_LIMIT),
    slug: cutText(wantedSlug({ id, slug: article.slug, title }), 0, SLUG_LIMIT).replace(/-+$/, ''),
    summary: cutText(article.summary, 0, SUMMARY_LIMIT) || toExcerpt(text),
    content,
    author,
    readTime: Math.max(1, Math.round(text.split(/\s+/).length / WORDS_A_MINUTE)),
    categoryId: article.categoryId,
    status: article.status,
    isFeatured: article.isFeatured,
    isPopular: false,
    membersOnly: false,
    imageUrl: article.imageUrl,
    imageAlt: cutText(article.imageAlt, 0, 500),
    publishAt: article.status === 'draft' ? article.publishAt : null,
  };
  const named = article.tagNames.map((name) => ({ name, slug: toSlug(name) }));
  const authorId = crypto.randomUUID();
  const line = { event: 'article_created', actorId, subject: values.title, details: { id, cause: 'import' } };
  return [
    insertAuthor(db.build, {
      id: authorId,
      name: author,
      slug: toSlug(author) || `author-${authorId.slice(0, 8)}`,
    }),
    insertImportedArticle(db.build, id, values, article.dates),
    ...insertTagsNamed(db.build, id, article.tagIds, named),
    insertRevision(db.build, id, 'import', actorId),
    auditLine(ctx, line),
  ];
}

/** Drops the pages that new articles show on. */
export async function purgeNew(ctx: Pick<AppContext, 'db' | 'pages'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await purgeTouched(ctx, [], await ctx.db.read(selectStandings(ctx.db.build, ids)));
}
