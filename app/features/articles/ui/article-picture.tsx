// An article's picture, in the size that the place needs. Its box comes from CSS, so nothing moves when it arrives.
import { pictureSource } from '~/features/media/picture';
import type { ArticleCard } from '../article-view';

interface ArticlePictureProps {
  card: Pick<ArticleCard, 'image' | 'imageAlt'>;
  /** How wide it is shown, as in the attribute of that name. */
  sizes: string;
  /** The first picture of the page: fetched at once. */
  priority?: boolean;
  /** The widest copy worth offering, in pixels. */
  largest?: number;
  className?: string;
}

// React 18 knows the attribute only in lower case.
const AT_ONCE = { loading: 'eager', fetchpriority: 'high' } as const;
const WHEN_NEAR = { loading: 'lazy', decoding: 'async' } as const;

export function ArticlePicture({
  card,
  sizes,
  priority = false,
  largest,
  className = 'picture picture--card',
}: ArticlePictureProps) {
  const { src, srcSet } = pictureSource(card.image, largest);
  const [width, height] = card.image.startsWith('/stock/') ? [800, 600] : [1600, 1000];
  return (
    <img
      className={className}
      width={width}
      height={height}
      alt={card.imageAlt}
      {...(priority ? AT_ONCE : WHEN_NEAR)}
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
    />
  );
}
