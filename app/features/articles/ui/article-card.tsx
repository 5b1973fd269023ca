// An article in a list. The headline's link covers the whole card; other links are above it.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PageCard as Card } from '../public/article-view';
import { ArticleImageView } from './article-image';
import { ArticleMeta } from './article-meta';

interface Look {
  headline: string;
  /** Without it the card has no image. */
  image?: { className: string; sizes: string; largest: number };
}

const LOOKS = {
  /** The largest card of a section, with its image above the text. */
  lead: {
    headline: '1',
    image: {
      className: 'image image--wide',
      sizes: '(min-width: 80rem) 50rem, (min-width: 60rem) 62vw, 94vw',
      largest: 1600,
    },
  },
  /** Large, with image and text side by side. */
  feature: {
    headline: '2',
    image: { className: 'image', sizes: '(min-width: 60rem) 44rem, 94vw', largest: 1600 },
  },
  /** An item of a grid. */
  tile: {
    headline: '4',
    image: {
      className: 'image image--card',
      sizes: '(min-width: 60rem) 25rem, (min-width: 40rem) 46vw, 94vw',
      largest: 1200,
    },
  },
  /** A small image beside the text. */
  row: {
    headline: '5',
    image: { className: 'image', sizes: '(min-width: 60rem) 13rem, 8rem', largest: 800 },
  },
  /** An item of a long list. */
  listing: {
    headline: '4',
    image: { className: 'image', sizes: '(min-width: 60rem) 15rem, 8rem', largest: 800 },
  },
  /** An item of a carousel, in portrait format. */
  slide: { headline: '5', image: { className: 'image', sizes: '34rem', largest: 800 } },
  /** Text only. */
  headline: { headline: '5' },
} satisfies Record<string, Look>;

export type CardLook = keyof typeof LOOKS;

interface ArticleCardProps {
  card: Card;
  look: CardLook;
  /** Heading level. */
  level?: 2 | 3 | 4 | undefined;
  /** For example Latest or Popular. */
  labels?: readonly string[] | undefined;
  /** Show the category name, for lists with several categories. */
  category?: boolean | undefined;
  summary?: boolean | undefined;
  /** Label of an additional button that links to the article. */
  action?: string | undefined;
  priority?: boolean | undefined;
  /** Renders title and summary; search uses it to highlight matches. */
  show?: ((text: string) => ReactNode) | undefined;
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
  const { headline, image }: Look = LOOKS[look];
  const Heading = `h${level}` as const;
  const to = `/article/${card.slug}`;
  const categoryName = category ? card.categoryName : null;
  return (
    <article className={`card card--${look}`} data-category={card.categorySlug ?? undefined}>
      {image && <ArticleImageView card={card} priority={priority} {...image} />}
      <div className="card__text">
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

/**
 * Makes cards span two columns, so that the last row of a grid is full (card-grid.css). CSS that counts from
 * the end would move cards while a partially loaded page is displayed.
 * @param index of the card, from 0
 * @param count number of cards in the grid
 */
export function gridItemClass(index: number, count: number): string {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const classes = ['card-grid__item'];
  if (isFirst && count % 2 === 1) classes.push('card-grid__item--wide-of-2');
  if (count % 3 !== 0 && isFirst) classes.push('card-grid__item--wide-of-3');
  if (count % 3 === 1 && isLast && !isFirst) classes.push('card-grid__item--wide-of-3');
  return classes.join(' ');
}
