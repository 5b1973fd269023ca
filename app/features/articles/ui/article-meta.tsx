// Author, date and read time of an article.
import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import type { Byline } from '../authors/author';
import type { PageCard } from '../public/article-view';

export function AuthorName({ author, authorSlug }: Pick<PageCard, 'author' | 'authorSlug'>) {
  if (!authorSlug) return author;
  return (
    <Link className="article-meta__author" rel="author" to={`/author/${authorSlug}`} prefetch="intent">
      {author}
    </Link>
  );
}

/** `A`, `A and B` or `A, B, and C`, each linked. */
export function AuthorNames({ people }: { people: readonly Pick<Byline, 'name' | 'slug'>[] }) {
  const last = people.length - 1;
  return people.map(({ name, slug }, index) => (
    <Fragment key={name}>
      {index > 0 && (index < last ? ', ' : last > 1 ? ', and ' : ' and ')}
      <AuthorName author={name} authorSlug={slug} />
    </Fragment>
  ));
}

/** The authors of a card. */
export function CardAuthors({ card }: { card: Pick<PageCard, 'author' | 'authorSlug' | 'coauthors'> }) {
  return <AuthorNames people={[{ name: card.author, slug: card.authorSlug }, ...(card.coauthors ?? [])]} />;
}

export function ArticleMeta({ card }: { card: PageCard }) {
  return (
    <p className="article-meta meta">
      <span>
        <CardAuthors card={card} />
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
