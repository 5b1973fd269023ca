// The results in the search dialog: a card for each article, then what else has a name that matches the query.
import { Link } from '@remix-run/react';
import { type ArticleCardView, authorsOf } from '~/features/articles/public/article-view';
import { imageSource } from '~/features/media/image-source';
import { type Highlight, makeHighlight } from '~/features/search/highlight';
import { type DialogResults, type Found, type NamedMatch, totalLabel } from '~/features/search/search-view';
import { focusClass } from '~/lib/focal-point';
import type { ArticleSearch } from './use-article-search';

interface SearchAnswerProps {
  search: ArticleSearch;
  /** Called with the slug if an article was chosen. */
  onChoose: (slug?: string) => void;
}

export function SearchAnswer({ search, onChoose }: SearchAnswerProps) {
  const { state, results, query } = search;
  const { found, corrected, named, total } = results;
  return (
    <>
      <p className="search-dialog__status" role="status">
        {toStatus(search)}
      </p>
      {state === 'pending' && found.length === 0 && <SearchSkeleton />}
      {corrected && (
        <p className="search-dialog__corrected">
          Showing results for <strong>{corrected}</strong>.{' '}
          <Link
            className="link"
            to={`/search?${new URLSearchParams({ q: query, exact: '1' })}`}
            onClick={() => onChoose()}
          >
            Search instead for {query}
          </Link>
        </p>
      )}
      {found.length > 0 && total === 0 && <h3 className="aside-title">Similar articles</h3>}
      <Cards found={found} results={results} query={query} onChoose={onChoose} />
      <NamedGroups named={named} onChoose={() => onChoose()} />
    </>
  );
}

function toStatus({ state, query, results }: ArticleSearch): string {
  const { total, found } = results;
  if (state === 'short') return 'Type at least 2 characters to search';
  if (state === 'pending') return 'Searching...';
  if (state === 'failed') return `No articles found for “${query}”. Search is unavailable right now.`;
  if (total === 0) return `No articles found for “${query}”`;
  const label = totalLabel(results);
  return total > found.length ? `${label}, the first ${found.length} here` : label;
}

interface CardsProps {
  found: readonly Found<ArticleCardView>[];
  results: DialogResults;
  query: string;
  onChoose: (slug: string) => void;
}

function Cards({ found, results: { forms }, query, onChoose }: CardsProps) {
  const words = makeHighlight(forms);
  const inside = makeHighlight(forms, query);
  return (
    <ul className="search-dialog__results">
      {found.map(({ article, kind }) => (
        <SearchCard
          key={article.slug}
          article={article}
          highlight={kind === 'text' ? inside : words}
          onChoose={() => onChoose(article.slug)}
        />
      ))}
    </ul>
  );
}

interface SearchCardProps {
  article: ArticleCardView;
  highlight: Highlight;
  onChoose: () => void;
}

function SearchCard({ article, highlight, onChoose }: SearchCardProps) {
  const image = imageSource(article.image, 400);
  return (
    <li className="search-card" data-category={article.categorySlug ?? undefined}>
      <img
        className={`search-card__image ${focusClass(article.image)}`.trim()}
        src={image.src}
        srcSet={image.srcSet}
        sizes="6.5rem"
        width={208}
        height={156}
        alt=""
        loading="lazy"
      />
      <div className="search-card__text">
        {article.categoryName && <p className="kicker">{article.categoryName}</p>}
        <h3 className="headline headline--5">
          <Link className="search-card__link" to={`/article/${article.slug}`} onClick={onChoose}>
            <Highlighted text={article.title} highlight={highlight} />
          </Link>
        </h3>
        <p className="search-card__summary">
          <Highlighted text={article.summary} highlight={highlight} />
        </p>
        <p className="meta">
          {authorsOf(article)} · <time dateTime={article.publishedAt}>{article.publishDate}</time> ·{' '}
          {article.readTime}
        </p>
      </div>
    </li>
  );
}

const GROUPS = [
  ['category', 'Categories'],
  ['tag', 'Tags'],
  ['author', 'Authors'],
  ['page', 'Pages'],
] as const;

function NamedGroups({ named, onChoose }: { named: readonly NamedMatch[]; onChoose: () => void }) {
  return GROUPS.map(([kind, label]) => {
    const matches = named.filter((match) => match.kind === kind);
    if (matches.length === 0) return null;
    return (
      <section className="search-group" key={kind}>
        <h3 className="aside-title">{label}</h3>
        <ul className="search-group__list">
          {matches.map(({ name, path }) => (
            <li key={path}>
              <Link className="search-group__link" to={path} onClick={onChoose}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function SearchSkeleton() {
  return (
    <div className="search-dialog__results" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div className="search-card" key={row}>
          <div className="search-card__image skeleton" />
          <div className="search-card__text">
            <div className="skeleton skeleton--line skeleton--short" />
            <div className="skeleton skeleton--line" />
            <div className="skeleton skeleton--line" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Text with the matches of the search marked. */
function Highlighted({ text, highlight }: { text: string; highlight: Highlight }) {
  let at = 0;
  return highlight(text).map((part) => {
    const key = at;
    at += part.text.length;
    return part.matched ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
