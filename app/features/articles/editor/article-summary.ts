// Generates a missing summary, from the public beginning only if the article is for members.
import { htmlToText } from '~/lib/html/clean-html';
import { toExcerpt } from '../article';
import { toBeginning } from '../public/article-teaser';

/** @param content sanitized HTML */
export function makeSummary(content: string, membersOnly: boolean): string {
  return toExcerpt(htmlToText(membersOnly ? toBeginning(content) : content));
}
