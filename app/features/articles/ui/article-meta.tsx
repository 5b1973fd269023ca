// Author, date and read time of an article.
import { Link } from '@remix-run/react';
import type { PageCard } from '../public/article-view';

export function AuthorName({ author, authorSlug }: Pick<PageCard, 'author' | 'authorSlug'>) {
  if (!authorSlug) return author;
  return (
    <Link className="article-meta__author" rel="author" to={`/author/${authorSlug}`} prefetch="intent">
      {author}
    </Link>
  );
}

export function ArticleMeta({ card }: { card: PageCard }) {
  return (
    <p className="article-meta meta">
      <span>
        <AuthorName author={card.author} authorSlug={card.authorSlug} />
      </span>{' '}
      <time dateTime={card.publishedAt}>{card.publishDate}</time> <span>{card.readTime}</span>
      {card.membersOnly && (
        <>
          {' '}
          <span>Members</span>
        </>
      )}
    </p>
  );
}
