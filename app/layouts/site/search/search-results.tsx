// The results in the search dialog: their number, and a card for each article.
import { Link } from '@remix-run/react';
import type { ArticleCardView } from '~/features/articles/public/article-view';
import { imageSource } from '~/features/media/image-source';
import { Highlighted } from '~/features/search/ui/highlighted';
import type { ArticleSearch } from './use-article-search';

interface SearchResultsProps {
  search: ArticleSearch;
  onChoose: () => void;
}

export function SearchResults({ search, onChoose }: SearchResultsProps) {
  const { state, articles, query } = search;
  const pending = state === 'pending';
  return (
    <div className="search-dialog__body" aria-busy={pending}>
      <p className="search-dialog__status" role="status">
        {toStatus(search)}
      </p>
      {pending && articles.length === 0 && <SearchSkeleton />}
      <ul className="search-dialog__results">
        {articles.map((article) => (
          <SearchCard key={article.slug} article={article} query={query} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

function toStatus({ state, articles, query }: ArticleSearch): string {
  if (state === 'short') return 'Type at least 2 characters to search';
  if (state === 'pending') return 'Searching…';
  if (articles.length === 0) return `No articles found for “${query}”`;
  return articles.length === 1 ? '1 article' : `${articles.length} articles`;
}

interface SearchCardProps {
  article: ArticleCardView;
  query: string;
  onChoose: () => void;
}

function SearchCard({ article, query, onChoose }: SearchCardProps) {
  const image = imageSource(article.image, 400);
  return (
    <li className="search-card" data-category={article.categorySlug ?? undefined}>
      <img
        className="search-card__image"
        src={image.src}
        srcSet={image.srcSet}
        sizes="6.5rem"
        width={208}
        height={156}
        alt=""
        loading="lazy"
      />
      <div className="search-card__words">
        {article.categoryName && <p className="kicker">{article.categoryName}</p>}
        <h3 className="headline headline--5">
          <Link className="search-card__link" to={`/article/${article.slug}`} onClick={onChoose}>
            <Highlighted text={article.title} query={query} />
          </Link>
        </h3>
        <p className="search-card__summary">
          <Highlighted text={article.summary} query={query} />
        </p>
        <p className="meta">
          {article.author} · <time dateTime={article.publishedAt}>{article.publishDate}</time> ·{' '}
          {article.readTime}
        </p>
      </div>
    </li>
  );
}

function SearchSkeleton() {
  return (
    <div className="search-dialog__results" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div className="search-card" key={row}>
          <div className="search-card__image skeleton" />
          <div className="search-card__words">
            <div className="skeleton skeleton--line skeleton--short" />
            <div className="skeleton skeleton--line" />
            <div className="skeleton skeleton--line" />
          </div>
        </div>
      ))}
    </div>
  );
}
