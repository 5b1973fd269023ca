// Collapses white space that a browser renders as one space or not at all.

/** Runs of two or more white space characters, including no-break spaces next to other white space. */
const RUN = /[ \t\n\r\f\u00A0]{2,}/g;
const RUN_OR_BREAK = /[ \t\n\r\f\u00A0]{2,}|[\t\n\r\f]/g;
const ANYTHING_ELSE = /[^ \t\n\r\f\u00A0]/;

export interface Collapsed {
  text: string;
  /** Number of runs replaced. */
  count: number;
}

/**
 * Collapses the text of an HTML element: each run becomes one space. A run with a line break that is the only
 * text between two elements becomes one line break, so that the source keeps its lines. Single characters
 * stay: a line break renders as a space, and a no-break space is intentional.
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

/** Collapses a single line of plain text: no line breaks or tabs, trimmed. */
export function collapseLine(text: string): Collapsed {
  const trimmed = text.trim();
  let count = trimmed === text ? 0 : 1;
  const collapsed = trimmed.replace(RUN_OR_BREAK, () => {
    count += 1;
    return ' ';
  });
  return { text: collapsed, count };
}
