// Creates articles imported from another site, with their original dates.
import { auditLine } from '~/features/audit/audit.server';
import type { Seo } from '~/features/seo/seo';
import { InvalidError } from '~/lib/errors';
import { cleanHtml, htmlToText } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import type { ArticleStatus } from '../article';
import { AUTHOR_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT, toExcerpt, wantedSlug } from '../article';
import { ArticleContent } from '../article-input';
import { BIO_LIMIT, COAUTHORS_LIMIT, newAuthor } from '../authors/author';
import {
  type ArticleDates,
  insertAuthor,
  insertCoauthors,
  insertImportedArticle,
  insertTagsNamed,
  lockAuthorsNamed,
} from '../editor/save-article-repo.server';
import { makeSummary } from '../public/article-beginning';
import { selectCacheStates } from '../publishing/cache-state-repo.server';
import { purgeArticleCache } from '../publishing/purge-article-cache.server';
import { insertRevision } from '../revisions/revisions-repo.server';

export interface ImportedAuthor {
  name: string;
  /** Plain text; used if the author is new. */
  bio: string;
}

export interface ImportedArticle {
  title: string;
  slug: string;
  /** Plain text; empty to generate it from the content. */
  summary: string;
  /** Unsanitized; `importArticle` sanitizes it. Its images are already in the file store. */
  content: string;
  /** The first is the author, the others are co-authors; without duplicates. */
  authors: readonly ImportedAuthor[];
  categoryId: string | null;
  tagIds: readonly string[];
  /** Tag names; missing tags are created. */
  tagNames: readonly string[];
  status: ArticleStatus;
  isFeatured: boolean;
  imageUrl: string | null;
  imageAlt: string;
  /** For a scheduled draft. */
  publishAt: Date | null;
  seo: Seo;
  dates: ArticleDates;
}

const WORDS_PER_MINUTE = 225;

/**
 * Returns the statements that create the article, for the caller's transaction.
 * @throws InvalidError if the content is too long, or there is neither title nor text
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
  if (title === '') throw new InvalidError('It has no title and no text.');
  const people = article.authors.slice(0, 1 + COAUTHORS_LIMIT).map(({ name, bio }) => ({
    ...newAuthor(cutText(name.trim(), 0, AUTHOR_LIMIT)),
    bio: cutText(bio.replace(/\s+/g, ' ').trim(), 0, BIO_LIMIT).trim(),
  }));
  const [author = '', ...coauthors] = people.map(({ name }) => name);
  const values = {
    title: cutText(title, 0, TITLE_LIMIT),
    slug: wantedSlug({ id, slug: article.slug, title }),
    summary: cutText(article.summary, 0, SUMMARY_LIMIT) || makeSummary(content, false),
    content,
    author,
    readTime: Math.max(1, Math.round(text.split(/\s+/).length / WORDS_PER_MINUTE)),
    categoryId: article.categoryId,
    status: article.status,
    isFeatured: article.isFeatured,
    isPopular: false,
    membersOnly: false,
    imageUrl: article.imageUrl,
    imageAlt: cutText(article.imageAlt, 0, 500),
    publishAt: article.status === 'draft' ? article.publishAt : null,
    seo: article.seo,
  };
  const named = article.tagNames.map((name) => ({ name, slug: toSlug(name) }));
  const line = { event: 'article_created', actorId, subject: values.title, details: { id, cause: 'import' } };
  return [
    lockAuthorsNamed(
      db.build,
      people.map(({ name }) => name),
    ),
    ...people.map((person) => insertAuthor(db.build, person)),
    insertImportedArticle(db.build, id, values, article.dates),
    ...(coauthors.length > 0 ? [insertCoauthors(db.build, id, coauthors)] : []),
    ...insertTagsNamed(db.build, id, article.tagIds, named),
    insertRevision(db.build, id, 'import', actorId),
    auditLine(ctx, line),
  ];
}

/** Purges the cached pages that show imported articles. */
export async function purgeImportedArticles(
  ctx: Pick<AppContext, 'db' | 'pageCache'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await purgeArticleCache(ctx, [], await ctx.db.read(selectCacheStates(ctx.db.build, ids)));
}
