// The public beginning of a members-only article, and generated summaries.
import { htmlToText } from '~/lib/html/clean-html';
import { replaceDynamicBlocks } from '~/lib/html/dynamic-blocks';
import { toExcerpt } from '../article';

/** Most blocks (paragraphs, lists, images) in the beginning. */
const BLOCKS = 3;
/** Void elements, which don't change the nesting depth. */
const EMPTY_TAGS = new Set(['br', 'hr', 'img', 'col']);
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;

/**
 * The first blocks of sanitized HTML: at most three, and at most half of the text. Empty if the first block
 * is longer than half. Doesn't end with a heading. The database function `article_beginning` has the same
 * rule, so that the rest of a published article doesn't leave the database.
 */
export function toBeginning(html: string): string {
  const characters = [...html];
  const half = characters.slice(0, Math.floor(characters.length / 2)).join('');
  let depth = 0;
  let blocks = 0;
  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of half.matchAll(TAG)) {
    if (EMPTY_TAGS.has(name)) continue;
    depth += slash ? -1 : 1;
    if (depth > 0) continue;
    blocks += 1;
    if (!/^h[1-6]$/.test(name)) end = index + tag.length;
    if (blocks === BLOCKS) break;
  }
  return half.slice(0, end);
}

/**
 * Generates a missing summary; of an article for members, from its public beginning only. Leaves out dynamic blocks, whose
 * stored text may be outdated.
 * @param content sanitized HTML
 */
export function makeSummary(content: string, membersOnly: boolean): string {
  const text = membersOnly ? toBeginning(content) : content;
  return toExcerpt(htmlToText(replaceDynamicBlocks(text, () => '')));
}
