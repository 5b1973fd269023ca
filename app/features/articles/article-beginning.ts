// What everybody may read of an article that is for members.

/** Blocks (paragraphs, lists, pictures) of the beginning, at most. */
const BLOCKS = 3;
/** Has nothing between its tags, so it is no depth of its own. */
const EMPTY_TAGS = new Set(['br', 'hr', 'img', 'col']);
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;

/**
 * The first blocks of clean HTML: three at most, and never more than half of the text; nothing where the first one is
 * longer. No heading comes last. The database has the same rule (`article_beginning`), so that the rest does not leave it.
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
