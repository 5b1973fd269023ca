// An article's image in responsive sizes. CSS sets its box, so loading causes no layout shift.
import { imageSource } from '~/features/media/image-source';
import { focusClass } from '~/lib/focal-point';
import type { PageCard } from '../public/article-view';

interface ArticleImageViewProps {
  card: Pick<PageCard, 'image' | 'imageAlt'>;
  /** Display width, as in the `sizes` attribute. */
  sizes: string;
  /** Load immediately, for the first image of a page. */
  priority?: boolean | undefined;
  /** Widest version to offer, in pixels. */
  largest?: number | undefined;
  className?: string | undefined;
}

// React 18 passes this attribute through only in lowercase.
const EAGER = { loading: 'eager', fetchpriority: 'high' } as const;
const LAZY = { loading: 'lazy', decoding: 'async' } as const;

export function ArticleImageView({
  card,
  sizes,
  priority = false,
  largest,
  className = 'image image--card',
}: ArticleImageViewProps) {
  if (card.image === undefined) return null;
  const { src, srcSet } = imageSource(card.image, largest);
  const [width, height] = card.image.startsWith('/stock/') ? [800, 600] : [1600, 1000];
  return (
    <img
      className={`${className} ${focusClass(card.image)}`.trim()}
      width={width}
      height={height}
      alt={card.imageAlt}
      {...(priority ? EAGER : LAZY)}
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
    />
  );
}
