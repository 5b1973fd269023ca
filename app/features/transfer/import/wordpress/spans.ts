// Finds spans between two markers in linear time. A single regular expression would search for the end marker
// again after every start, which takes quadratic time on malicious input.

/**
 * Replaces each span from `begin` to its end marker, both included. A span without an end stays.
 * @param begin a global pattern
 * @param endOf returns the end pattern for a match; there must be few distinct ones
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
    // If no end marker follows an earlier position, none follows a later one.
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

/**
 * Changes a text except the elements that `begin` matches; its first group is their name.
 * @param gap what surrounds each element while the text is changed
 */
export function changeAround(
  html: string,
  begin: RegExp,
  change: (text: string) => string,
  gap = '',
): string {
  const kept: string[] = [];
  const endOf = ([, tag = '']: RegExpExecArray) => `</${tag.toLowerCase()}>`;
  const hidden = replaceSpans(html, begin, endOf, (element) => {
    kept.push(element);
    // Without quotes, because the text may be in an attribute of a shortcode.
    return `${gap}<hr data-kept=${kept.length - 1}>${gap}`;
  });
  // Each element is restored once, even if the text contains a forged placeholder.
  const restore = (number: number) => kept.splice(number, 1, '')[0] ?? '';
  return change(hidden).replace(/<hr data-kept=(\d+)>/g, (_, number: string) => restore(Number(number)));
}
