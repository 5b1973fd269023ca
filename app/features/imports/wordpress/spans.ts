// Stretches of a text between two marks, found in time that grows with the text alone: a pattern that looks for the second mark
// again behind each first one would take hours where the second one never comes, as in a file that means ill.

/**
 * Replaces each stretch from `begin` to the next `endOf` it, marks included. One without an end stays as it is.
 * @param begin global
 * @param endOf the pattern of its end, by what `begin` found: one of few
 */
export function replaceSpans(
  text: string,
  begin: RegExp,
  endOf: (found: RegExpExecArray) => string,
  write: (span: string) => string,
): string {
  const starts = new RegExp(begin.source, begin.flags);
  const missing = new Set<string>();
  let written = '';
  let at = 0;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const end = endOf(found);
    // Where none comes behind an earlier place, none comes behind a later one.
    if (missing.has(end)) continue;
    const ends = new RegExp(end, 'gi');
    ends.lastIndex = starts.lastIndex;
    if (!ends.test(text)) {
      missing.add(end);
      continue;
    }
    written += text.slice(at, found.index) + write(text.slice(found.index, ends.lastIndex));
    at = ends.lastIndex;
    starts.lastIndex = at;
  }
  return written + text.slice(at);
}
