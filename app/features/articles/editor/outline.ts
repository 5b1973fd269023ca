// The outline of an article: its headings, nested by level.

/** A heading of the text, in document order. */
interface Heading {
  /** 1 to 6. */
  level: number;
  text: string;
}

export interface OutlineItem {
  text: string;
  /** Position among all headings of the text. */
  at: number;
  /** What is wrong with the heading, or ''. */
  hint: string;
  children: OutlineItem[];
}

/** An h1 in the text is shown as an h2, because the title is the page's h1. */
const TOP_LEVEL = 2;

/**
 * Nests the headings. A heading that skips a level, or has no text, gets a hint: screen readers list headings
 * by level (W3C, Web Accessibility Tutorials, "Headings": skipping heading ranks should be avoided where
 * possible).
 */
export function toOutline(headings: readonly Heading[]): OutlineItem[] {
  const top: OutlineItem[] = [];
  const open: { level: number; children: OutlineItem[] }[] = [{ level: TOP_LEVEL - 1, children: top }];
  let before = TOP_LEVEL - 1;
  for (const [at, heading] of headings.entries()) {
    const level = Math.max(heading.level, TOP_LEVEL);
    const text = heading.text.trim();
    const hints = [text === '' ? 'Has no text.' : '', level > before + 1 ? 'Skips a level.' : ''];
    const item = { text, at, hint: hints.filter(Boolean).join(' '), children: [] };
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.at(-1)?.children.push(item);
    open.push({ level, children: item.children });
    before = level;
  }
  return top;
}
