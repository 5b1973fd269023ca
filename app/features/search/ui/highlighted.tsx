// Text with the matches of a search marked.
import type { Highlight } from '../highlight';

export function Highlighted({ text, highlight }: { text: string; highlight: Highlight }) {
  let at = 0;
  return highlight(text).map((part) => {
    const key = at;
    at += part.text.length;
    return part.matched ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
