// Text with the matches of a search query marked.
import { highlight } from '../highlight';

export function Highlighted({ text, query }: { text: string; query: string }) {
  let at = 0;
  return highlight(text, query).map((part) => {
    const key = at;
    at += part.text.length;
    return part.matched ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
