// White space that readers see as one space or not at all.

/** Two or more, or one that no text needs. No-break spaces count when they stand beside other white space. */
const RUN = /[ \t\n\r\f\u00A0]{2,}/g;
const RUN_OR_BREAK = /[ \t\n\r\f\u00A0]{2,}|[\t\n\r\f]/g;
const ANYTHING_ELSE = /[^ \t\n\r\f\u00A0]/;

export interface Collapsed {
  text: string;
  /** How many runs became one character. */
  count: number;
}

/**
 * The text of an HTML element: each run becomes one space. A run that is all there is between two elements and holds a
 * line break becomes one line break, so that the source stays a list of lines. What stands alone stays: a line break in
 * the middle of a sentence shows as a space, a no-break space holds two words together.
 */
export function collapseSpace(text: string): Collapsed {
  const between = !ANYTHING_ELSE.test(text);
  let count = 0;
  const collapsed = text.replace(RUN, (run) => {
    count += 1;
    return between && /[\n\r]/.test(run) ? '\n' : ' ';
  });
  return { text: collapsed, count };
}

/** A plain text of one line: no line breaks, no tabs, nothing around it. */
export function collapseLine(text: string): Collapsed {
  const trimmed = text.trim();
  let count = trimmed === text ? 0 : 1;
  const collapsed = trimmed.replace(RUN_OR_BREAK, () => {
    count += 1;
    return ' ';
  });
  return { text: collapsed, count };
}
