// A summary that nobody wrote: the beginning of what everybody may read.
import { htmlToText } from '~/lib/clean-html';
import { toExcerpt } from './article';
import { toBeginning } from './article-beginning';

/** @param content clean HTML */
export function makeSummary(content: string, membersOnly: boolean): string {
  return toExcerpt(htmlToText(membersOnly ? toBeginning(content) : content));
}
