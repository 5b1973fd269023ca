// Moves to where a hint applies: marks it, scrolls to it, and moves the cursor or the focus there.
import { markRanges, scrollToRange } from '~/ui/rich-text/tools/mark-matches';
import type { HintTarget } from './to-hints';

/** The position of the first target that is at or after the cursor; without a cursor in the text, the first. */
export function nextAfterCursor(text: Element, targets: readonly HintTarget[]): number {
  const selection = document.getSelection();
  const node = selection?.anchorNode;
  if (!node || !text.contains(node)) return 0;
  const isNext = (target: HintTarget) =>
    target instanceof Range && target.comparePoint(node, selection.anchorOffset) <= 0;
  return Math.max(0, targets.findIndex(isNext));
}

export function showTarget(text: HTMLElement, targets: readonly HintTarget[], at: number): void {
  const target = targets[at];
  if (!target) return;
  if (target instanceof HTMLImageElement) {
    target.scrollIntoView({ block: 'center' });
    // The editor asks for the alt text of an image that is clicked.
    target.click();
    return;
  }
  const ranges = targets.map(toRange);
  const range = ranges[at];
  if (!range) return;
  if (target instanceof HTMLElement) {
    const field = target.tabIndex >= 0 ? target : target.querySelector<HTMLElement>('button');
    field?.focus({ preventScroll: true });
  } else moveCursor(text, range);
  markRanges(ranges, range);
  scrollToRange(text, range);
}

function toRange(target: HintTarget): Range {
  if (target instanceof Range) return target;
  const range = document.createRange();
  range.selectNode(target);
  return range;
}

/** Moves to the start, but to the end of a link, where its dialog finds it. */
function moveCursor(
  text: HTMLElement,
  { startContainer, startOffset, endContainer, endOffset }: Range,
): void {
  const isLink = startContainer instanceof HTMLElement;
  const element = isLink ? startContainer : startContainer.parentElement;
  if (!element?.isContentEditable) return;
  text.focus({ preventScroll: true });
  if (isLink) document.getSelection()?.collapse(endContainer, endOffset);
  else document.getSelection()?.collapse(startContainer, startOffset);
}
