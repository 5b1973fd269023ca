// Repairs an article's content and summary. Pure: images are only counted here; `repair-article.server.ts`
// stores them.
import { makeSummary } from '~/features/articles/public/article-beginning';
import { cleanHtml } from '~/lib/html/clean-html';
import { repairHtml } from './repair-html';
import { repairSummary } from './repair-summary';

export interface ArticleText {
  /** HTML. */
  content: string;
  summary: string;
}

/** What a repair changes in one article; summed up in the run's report. */
export interface RepairCounts {
  /** Characters decoded. */
  references: number;
  /** Runs of white space collapsed. */
  spaces: number;
  /** Embedded images moved to the library, or removed because they cannot be read. */
  images: number;
}

export interface RepairedText extends ArticleText {
  counts: RepairCounts;
}

/**
 * Returns the repaired text, or null when nothing needs repair. Idempotent.
 * @param moved the content after its embedded images were replaced by stored ones; `images` is their number
 */
export function repairText(
  before: ArticleText & { membersOnly?: boolean },
  moved: { content: string; images: number } = { content: before.content, images: 0 },
): RepairedText | null {
  const asIs = repairHtml(moved.content);
  const summary = repairSummary(before.summary);
  const isContentRight = moved.images === 0 && asIs.html === before.content;
  if (isContentRight && summary.text === before.summary) return null;
  // Everything written is cleaned, even if only the summary or an image changed.
  const repaired = asIs.html === moved.content ? repairHtml(cleanHtml(moved.content)) : asIs;
  return {
    content: repaired.html,
    // If the summary contained only an image, generate it from the content, as a save does.
    summary: summary.text || (before.summary && excerptOf(repaired.html, before.membersOnly)),
    counts: {
      references: repaired.references + summary.references,
      spaces: repaired.spaces + summary.spaces,
      images: moved.images + summary.images,
    },
  };
}

const excerptOf = (html: string, membersOnly = false) => repairSummary(makeSummary(html, membersOnly)).text;
