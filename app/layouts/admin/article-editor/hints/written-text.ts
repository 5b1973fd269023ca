// Reads the editor's text box for the hints, without changing it.
import {
  type CheckedLink,
  checkLink,
  type LinePlace,
  listReadabilityHints,
  type ReadabilityHint,
  type ReadingEase,
  readingEaseOf,
  type WrittenLine,
} from '~/features/articles/editor/writing-hints';

export interface WrittenText {
  readability: ReadabilityHint[];
  ease: ReadingEase | null;
  /** The elements of the lines. */
  elements: Element[];
  links: WrittenLink[];
  imagesWithoutAlt: HTMLImageElement[];
}

export interface WrittenLink {
  href: string;
  checked: CheckedLink | null;
  /** The link, or the block that contains it. */
  element: Element;
}

/** A block that is not edited as text. Its view has no addresses of links; its source has. */
const BLOCK = '.rich-block';
const BLOCK_VIEW = '.rich-block__view';
const LINES = `p, h1, h2, h3, h4, h5, h6, li, blockquote, td, th, .ql-code-block, ${BLOCK_VIEW}`;

/**
 * @param text the text box
 * @param origin of the site
 */
export function readWrittenText(text: Element, origin: string): WrittenText {
  const elements = [...text.querySelectorAll(LINES)].filter(
    (element) => !element.parentElement?.closest(BLOCK_VIEW),
  );
  const lines = elements.map((element) => ({ kind: kindOf(element), text: element.textContent ?? '' }));
  const linksOf = (source: Element | Document, block?: Element): WrittenLink[] =>
    [...source.querySelectorAll('a[href]')].map((link) => {
      const href = link.getAttribute('href') ?? '';
      return { href, checked: checkLink(href, origin), element: block ?? link };
    });
  const inBlocks = [...text.querySelectorAll<HTMLElement>(BLOCK)].flatMap((block) => {
    const html = block.dataset.html ?? '';
    // Nothing in a parsed document runs or loads.
    return html.includes('href') ? linksOf(new DOMParser().parseFromString(html, 'text/html'), block) : [];
  });
  return {
    readability: listReadabilityHints(lines),
    ease: readingEaseOf(lines),
    elements,
    links: [...linksOf(text), ...inBlocks],
    imagesWithoutAlt: [...text.querySelectorAll('img')].filter(({ alt }) => alt.trim() === ''),
  };
}

function kindOf(element: Element): WrittenLine['kind'] {
  if (element.matches('h1, h2, h3, h4, h5, h6')) return 'heading';
  return element.matches('p, li, blockquote') ? 'prose' : 'other';
}

/** The range of a place; null when the element has less text. */
export function rangeOfPlace(element: Element, { start, end }: LinePlace): Range | null {
  const range = document.createRange();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let isStarted = false;
  let before = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const after = before + (node.textContent?.length ?? 0);
    if (!isStarted && start < after) {
      range.setStart(node, start - before);
      isStarted = true;
    }
    if (isStarted && end <= after) {
      range.setEnd(node, end - before);
      return range;
    }
    before = after;
  }
  return null;
}
