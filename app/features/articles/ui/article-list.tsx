// A paginated list of articles.
import type { ReactNode } from 'react';
import { Pagination } from '~/ui/pagination';
import type { ListPosition } from '../public/article-pages';
import type { PageCard as Card } from '../public/article-view';
import { ArticleCard } from './article-card';

interface ArticleListProps<C extends Card> {
  articles: readonly C[];
  /** Renders a card's title and summary. */
  show?: (text: string, card: C) => ReactNode;
  /** Heading level of the titles. */
  level?: 2 | 3;
  /** False below other articles: their images are not loaded first. */
  isFirst?: boolean;
  /** For a paginated list: the current page, and the path of the first page. */
  position?: ListPosition;
  path?: string;
}

export function ArticleList<C extends Card>(props: ArticleListProps<C>) {
  const { articles, show, level = 2, isFirst = true, position, path = '' } = props;
  return (
    <>
      <ol className="article-list">
        {articles.map((card, index) => (
          <li className="article-list__item" key={card.slug}>
            <ArticleCard
              card={card}
              look="listing"
              level={level}
              labels={card.isPopular ? ['Popular'] : []}
              category
              summary
              priority={isFirst && index === 0}
              show={show && ((text) => show(text, card))}
            />
          </li>
        ))}
      </ol>
      {position && (
        <Pagination
          page={position.page}
          pageCount={position.pageCount}
          hrefFor={(page) => pageHref(path, page)}
        />
      )}
    </>
  );
}

/** The first page has no `?page=`, so that it has only one URL. */
export function pageHref(path: string, page: number): string {
  return page <= 1 ? path : `${path}?page=${page}`;
}

/** `14 articles`. */
export function countLabel(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'article' : 'articles'}`;
}
