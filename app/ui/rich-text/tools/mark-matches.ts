// Marks matches in the text with the CSS Custom Highlight API, which does not change the document.
import type Quill from 'quill';
import type { TextMatch } from './find-matches';

const ALL = 'rich-match';
const CURRENT = 'rich-match-current';
/** More marks would slow down scrolling; the current match is always marked. */
const MAX_MARKS = 2_000;
/** Between a match and the sticky bars above and below the text, in pixels. */
const MARGIN = 24;

function pointIn(quill: Quill, index: number): [node: Text, offset: number] | null {
  // Between two nodes, Quill returns the end of the first.
  const [leaf, offset] = quill.getLeaf(index);
  return leaf?.domNode instanceof Text ? [leaf.domNode, offset] : null;
}

function rangeOf(quill: Quill, { index, length }: TextMatch): Range | null {
  const start = pointIn(quill, index + 1);
  const end = pointIn(quill, index + length);
  if (!start || !end) return null;
  const range = document.createRange();
  range.setStart(start[0], start[1] - 1);
  range.setEnd(end[0], end[1]);
  return range;
}

const hasHighlights = () => typeof Highlight === 'function' && 'highlights' in CSS;

/** Marks the matches; browsers without the API only get the current one, as the selection. */
export function markMatches(
  quill: Quill,
  matches: readonly TextMatch[],
  current: TextMatch | undefined,
): void {
  const shown = hasHighlights() ? matches.slice(0, MAX_MARKS) : [];
  markRanges(
    shown.flatMap((match) => rangeOf(quill, match) ?? []),
    current ? rangeOf(quill, current) : null,
  );
}

/** The same for ranges of the text box. */
export function markRanges(ranges: readonly Range[], current: Range | null): void {
  if (hasHighlights()) {
    CSS.highlights.set(ALL, new Highlight(...ranges.slice(0, MAX_MARKS)));
    const marked = new Highlight(...(current ? [current] : []));
    marked.priority = 1;
    CSS.highlights.set(CURRENT, marked);
  } else if (current) {
    const focused = document.activeElement;
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(current);
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  }
}

export function unmarkMatches(): void {
  if (!hasHighlights()) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/** Scrolls the page, and a wide table, until the match is visible between the sticky bars. */
export function scrollToMatch(quill: Quill, match: TextMatch): void {
  const range = rangeOf(quill, match);
  if (range) scrollToRange(quill.root, range);
}

/** @param text the text box */
export function scrollToRange(text: Element, range: Range): void {
  const frame = text.closest('.rich-editor');
  const { startContainer } = range;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { top, bottom } = range.getBoundingClientRect();
  const above = (frame?.querySelector('.rich-toolbar')?.getBoundingClientRect().bottom ?? 0) + MARGIN;
  const below =
    (frame?.querySelector('.find-bar')?.getBoundingClientRect().top ?? window.innerHeight) - MARGIN;
  if (top < above || bottom > below) window.scrollBy(0, top - (above + below) / 2);
}
