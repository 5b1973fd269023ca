// The full-screen hero: one featured story with its image and text.
import { Link } from '@remix-run/react';
import type { PageCard } from '~/features/articles/public/article-view';
import { ArticleImageView } from '~/features/articles/ui/article-image';
import { CardAuthors } from '~/features/articles/ui/article-meta';
import { ShareButton } from '~/features/articles/ui/share-button';
import { EmptyState } from '~/ui/empty-state';
import { Icon } from '~/ui/icon';

const FALLBACK_IMAGE = '/stock/hero-1600.webp';

interface FeaturedHeroProps {
  card: PageCard | null;
  longDate: string | null;
  siteName: string;
}

export function FeaturedHero({ card, longDate, siteName }: FeaturedHeroProps) {
  if (!card) {
    return (
      <section className="hero hero--empty" aria-labelledby="hero-title">
        <h1 className="sr-only" id="hero-title">
          {siteName}
        </h1>
        <EmptyState
          title="No Featured Stories Available"
          text="Check back soon for the latest legal insights and strategies."
        />
      </section>
    );
  }
  // Cards without an image get their category's stock photo (800 px wide), too small for the hero.
  const image = !card.image || card.image.startsWith('/stock/') ? FALLBACK_IMAGE : card.image;
  const to = `/article/${card.slug}`;
  return (
    <section className="hero band--night" aria-labelledby="hero-title">
      <ArticleImageView card={{ ...card, image }} sizes="100vw" priority className="hero__image" />
      <div className="hero__inner container">
        <p className="hero__badge">
          <span className="badge badge--accent">FEATURED STORY</span>
        </p>
        <h1 className="hero__title headline headline--poster" id="hero-title">
          <Link to={to} prefetch="intent">
            {card.title}
          </Link>
        </h1>
        <div className="hero__more">
          {card.summary && <p className="standfirst">{card.summary}</p>}
          <p className="hero__meta article-meta meta">
            <span>
              <CardAuthors card={card} />
            </span>{' '}
            <span>{card.readTime}</span>{' '}
            <time dateTime={card.publishedAt}>{longDate ?? card.publishDate}</time>
          </p>
          <div className="hero__actions">
            <Link className="button button--large" to={to} prefetch="intent">
              Read Full Story
              <Icon name="arrow-right" size={18} />
            </Link>
            <ShareButton
              className="button button--quiet button--large"
              label="Share This Story"
              title={card.title}
              path={to}
            />
          </div>
        </div>
      </div>
      <a className="hero__next" href="#latest-stories">
        Latest Stories
        <Icon name="arrow-down" size={18} />
      </a>
    </section>
  );
}
