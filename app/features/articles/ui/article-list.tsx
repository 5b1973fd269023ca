// A paginated list of articles.
import type { ReactNode } from 'react';
import { Pagination } from '~/ui/pagination';
import type { ListPosition } from '../public/article-pages';
import type { PageCard as Card } from '../public/article-view';
import { ArticleCard } from './article-card';

interface ArticleListProps {
  articles: readonly Card[];
  show?: (text: string) => ReactNode;
  /** For a paginated list: the current page, and the path of the first page. */
  position?: ListPosition;
  path?: string;
}

export function ArticleList({ articles, show, position, path = '' }: ArticleListProps) {
  return (
    <>
      <ol className="article-list">
        {articles.map((card, index) => (
          <li className="article-list__item" key={card.slug}>
            <ArticleCard
              card={card}
              look="listing"
              level={2}
              labels={card.isPopular ? ['Popular'] : []}
              category
              summary
              priority={index === 0}
              show={show}
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
