// Articles that a search found, with the matches marked.
import { ArticleList } from '~/features/articles/ui/article-list';
import type { FoundCard, MarkedText } from '~/features/search/search-view';

interface FoundListProps {
  articles: readonly FoundCard[];
  level?: 2 | 3;
  isFirst?: boolean;
}

export function FoundList(props: FoundListProps) {
  return (
    <ArticleList
      {...props}
      show={(text, { title, marked }) => withMarks(text === title ? marked.title : marked.summary)}
    />
  );
}

function withMarks(parts: MarkedText) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
