// The creative of an ad: HTML, an image or its name, inside its link if it has one.
import type { AdSize, AdView } from '../ad-locations';

interface AdCreativeProps {
  ad: Pick<AdView, 'name' | 'imageUrl' | 'html'>;
  /** Null for an ad without a link, or whose HTML has its own links. */
  href: string | null;
  size: AdSize;
}

export function AdCreative({ href, ...body }: AdCreativeProps) {
  if (!href) return <Body {...body} />;
  return (
    <a className="ad-slot__link" href={href} target="_blank" rel="noopener noreferrer sponsored">
      <Body {...body} />
    </a>
  );
}

function Body({ ad, size }: Omit<AdCreativeProps, 'href'>) {
  if (ad.html) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored
    return <div className="ad-slot__text" dangerouslySetInnerHTML={{ __html: ad.html }} />;
  }
  if (!ad.imageUrl) return <p className="ad-slot__text">{ad.name}</p>;
  return (
    <img
      className="ad-slot__image"
      src={ad.imageUrl}
      width={size.width}
      height={size.height}
      alt={ad.name}
      loading="lazy"
      decoding="async"
    />
  );
}
