// Finds out whether slug and summary of an article were generated. Forms submit generated ones as if they were typed.
import type { AppContext } from '~/platform/context';
import { isGeneratedSlug } from '../article';
import type { ArticleInput } from '../article-input';
import { makeSummary } from '../public/article-beginning';
import type { ArticleSnapshot } from '../revisions/article-snapshot';
import { selectFirstText } from '../revisions/snapshots-repo.server';

/** The version that a change is based on. */
interface ArticleBefore {
  firstPublishedAt: Date | null;
  snapshot: Pick<ArticleSnapshot, 'status' | 'title' | 'slug'>;
}

/**
 * Clears slug and summary if they were generated and have to be generated again: both follow title and content of a draft
 * until it is published for the first time. The summary of an article for members must not be made from the whole text,
 * which reveals content that only members may read. The revision that first had a summary tells whether it was generated.
 */
export async function withoutGenerated<T extends Pick<ArticleInput, 'slug' | 'summary' | 'membersOnly'>>(
  ctx: Pick<AppContext, 'db'>,
  id: string,
  input: T,
  { firstPublishedAt, snapshot: { status, title, slug } }: ArticleBefore,
): Promise<T> {
  const isFirstDraft = status === 'draft' && firstPublishedAt === null;
  const followsTitle = isFirstDraft && input.slug === slug && isGeneratedSlug(slug, { id, title });
  const followsText = (isFirstDraft || input.membersOnly) && (await isGeneratedSummary());
  return { ...input, ...(followsTitle && { slug: '' }), ...(followsText && { summary: '' }) };

  async function isGeneratedSummary(): Promise<boolean> {
    if (!input.summary) return false;
    const [first] = await ctx.db.read(selectFirstText(ctx.db.build, id, input.summary));
    if (!first) return false;
    const isFrom = (membersOnly: boolean) => makeSummary(first.content, membersOnly) === input.summary;
    return isFrom(false) || (isFirstDraft && isFrom(true));
  }
}
