// One place for advertisements. It reserves its size from the first byte; without an ad it is not there at all.
import {
  AD_SLOT_SIZES,
  type AdLocation,
  type AdSize,
  type AdsByLocation,
  type AdView,
} from '../ad-locations';

interface AdSlotProps {
  location: AdLocation;
  ads: AdsByLocation | undefined;
}

export function AdSlot({ location, ads }: AdSlotProps) {
  const waiting = ads?.[location] ?? [];
  const [ad] = waiting;
  if (!ad) return null;
  const size = AD_SLOT_SIZES[location];
  const shape = size.width > 2 * size.height ? 'leaderboard' : 'rectangle';
  // Words do not shrink as pictures do: a slot with any in its turn keeps its height on a phone.
  const words = waiting.some((each) => each.html) ? ' ad-slot--words' : '';
  return (
    <div className={`ad-slot ad-slot--${shape}${words}`} data-location={location}>
      <p className="ad-slot__label">Advertisement</p>
      <div className="ad-slot__box">
        <Creative ad={ad} size={size} />
      </div>
    </div>
  );
}

function Creative({ ad, size }: { ad: AdView; size: AdSize }) {
  // A link inside a link is no HTML: words that bring their own link keep it.
  const linksItself = ad.html !== null && /<a\b/i.test(ad.html);
  if (!ad.linkUrl || linksItself) return <Body ad={ad} size={size} />;
  return (
    <a className="ad-slot__link" href={ad.linkUrl} target="_blank" rel="noopener noreferrer sponsored">
      <Body ad={ad} size={size} />
    </a>
  );
}

function Body({ ad, size }: { ad: AdView; size: AdSize }) {
  if (ad.html) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server before it was stored
    return <div className="ad-slot__words" dangerouslySetInnerHTML={{ __html: ad.html }} />;
  }
  if (!ad.imageUrl) return <p className="ad-slot__words">{ad.name}</p>;
  return (
    <img
      className="ad-slot__picture"
      src={ad.imageUrl}
      width={size.width}
      height={size.height}
      alt={ad.name}
      loading="lazy"
      decoding="async"
    />
  );
}
