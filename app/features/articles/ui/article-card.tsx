// An article in a list. The whole card leads to it: its headline's link covers the card, other links lie above.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ArticleCard as Card } from '../article-view';
import { ArticleMeta } from './article-meta';
import { ArticlePicture } from './article-picture';

interface Look {
  headline: string;
  /** Without it the card has no picture. */
  picture?: { className: string; sizes: string; largest: number };
}

const LOOKS = {
  /** The largest of a section, its picture above the words. */
  lead: {
    headline: '1',
    picture: {
      className: 'picture picture--wide',
      sizes: '(min-width: 80rem) 50rem, (min-width: 60rem) 62vw, 94vw',
      largest: 1600,
    },
  },
  /** Picture and words side by side, both large. */
  feature: {
    headline: '2',
    picture: { className: 'picture', sizes: '(min-width: 60rem) 44rem, 94vw', largest: 1600 },
  },
  /** One of a grid. */
  tile: {
    headline: '4',
    picture: {
      className: 'picture picture--card',
      sizes: '(min-width: 60rem) 25rem, (min-width: 40rem) 46vw, 94vw',
      largest: 1200,
    },
  },
  /** A small picture beside the words. */
  row: {
    headline: '5',
    picture: { className: 'picture', sizes: '(min-width: 60rem) 13rem, 8rem', largest: 800 },
  },
  /** A line of a long list: when, what, and a picture. */
  listing: {
    headline: '4',
    picture: { className: 'picture', sizes: '(min-width: 60rem) 15rem, 8rem', largest: 800 },
  },
  /** One of a carousel, upright. */
  slide: { headline: '5', picture: { className: 'picture', sizes: '34rem', largest: 800 } },
  /** Words only. */
  headline: { headline: '5' },
} satisfies Record<string, Look>;

export type CardLook = keyof typeof LOOKS;

interface ArticleCardProps {
  card: Card;
  look: CardLook;
  /** Where the card stands in the page's outline. */
  level?: 2 | 3 | 4;
  /** Such as Latest or Popular. */
  labels?: readonly string[];
  /** Name the category, where a list mixes them. */
  category?: boolean;
  summary?: boolean;
  /** Words of a button that leads to the article as well. */
  action?: string;
  priority?: boolean;
  /** Shows a text in another way: search marks what it found. */
  show?: (text: string) => ReactNode;
}

export function ArticleCard(props: ArticleCardProps) {
  const {
    card,
    look,
    level = 3,
    labels = [],
    category,
    summary,
    action,
    priority,
    show = (text) => text,
  } = props;
  const { headline, picture }: Look = LOOKS[look];
  const Heading = `h${level}` as const;
  const to = `/article/${card.slug}`;
  const categoryName = category ? card.categoryName : null;
  return (
    <article className={`card card--${look}`} data-category={card.categorySlug ?? undefined}>
      {picture && <ArticlePicture card={card} priority={priority} {...picture} />}
      <div className="card__words">
        {(categoryName || labels.length > 0) && (
          <p className="card__labels">
            {labels.map((label) => (
              <span className="badge badge--quiet" key={label}>
                {label}
              </span>
            ))}
            {categoryName && <span className="kicker">{categoryName}</span>}
          </p>
        )}
        <Heading className={`card__title headline headline--${headline}`}>
          <Link className="card__link" to={to} prefetch="intent">
            {show(card.title)}
          </Link>
        </Heading>
        {summary && card.summary && <p className="card__summary">{show(card.summary)}</p>}
        <ArticleMeta card={card} />
        {action && (
          <Link className="card__action button" to={to} prefetch="intent">
            {action}
          </Link>
        )}
      </div>
    </article>
  );
}
