// Author, date and read time of an article.
import { Link } from '@remix-run/react';
import type { ArticleCardView } from '../public/article-view';

export function AuthorName({ author, authorSlug }: Pick<ArticleCardView, 'author' | 'authorSlug'>) {
  if (!authorSlug) return author;
  return (
    <Link className="article-meta__author" rel="author" to={`/author/${authorSlug}`} prefetch="intent">
      {author}
    </Link>
  );
}

export function ArticleMeta({ card }: { card: ArticleCardView }) {
  return (
    <p className="article-meta meta">
      <span className="article-meta__item">
        <AuthorName author={card.author} authorSlug={card.authorSlug} />
      </span>{' '}
      <time className="article-meta__item" dateTime={card.publishedAt}>
        {card.publishDate}
      </time>{' '}
      <span className="article-meta__item">{card.readTime}</span>
      {card.membersOnly && (
        <>
          {' '}
          <span className="article-meta__item article-meta__members">Members</span>
        </>
      )}
    </p>
  );
}
