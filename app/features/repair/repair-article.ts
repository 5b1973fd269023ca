// What is wrong with an article's content and summary, and how both read once it is mended. Pure: pictures are only
// counted here; `repair-article.server.ts` stores them.
import { makeSummary } from '~/features/articles/article-summary';
import { cleanHtml } from '~/lib/clean-html';
import { repairHtml } from './repair-html';
import { repairSummary } from './repair-summary';

export interface ArticleText {
  /** HTML. */
  content: string;
  summary: string;
}

/** What a repair does to one article; the sum of these over a run is its report. */
export interface RepairCounts {
  /** Characters decoded. */
  references: number;
  /** Runs of white space collapsed. */
  spaces: number;
  /** Embedded pictures that move to the library, or go because they are none. */
  pictures: number;
}

export interface RepairedText extends ArticleText {
  counts: RepairCounts;
}

/**
 * The mended text, or null when there is nothing to mend. Null for what it gave itself.
 * @param moved the content once its embedded pictures have addresses of ours; `pictures` is how many they were
 */
export function repairText(
  before: ArticleText & { membersOnly?: boolean },
  moved: { content: string; pictures: number } = { content: before.content, pictures: 0 },
): RepairedText | null {
  const asIs = repairHtml(moved.content);
  const summary = repairSummary(before.summary);
  const isContentRight = moved.pictures === 0 && asIs.html === before.content;
  if (isContentRight && summary.text === before.summary) return null;
  // Whatever is written is clean, also where only the summary was wrong, or pictures were taken out.
  const mended = asIs.html === moved.content ? repairHtml(cleanHtml(moved.content)) : asIs;
  return {
    content: mended.html,
    // A summary that was nothing but a picture is made anew, as a save makes it.
    summary: summary.text || (before.summary && excerptOf(mended.html, before.membersOnly)),
    counts: {
      references: mended.references + summary.references,
      spaces: mended.spaces + summary.spaces,
      pictures: moved.pictures + summary.pictures,
    },
  };
}

const excerptOf = (html: string, membersOnly = false) => repairSummary(makeSummary(html, membersOnly)).text;
