// An ad slot that rotates its ads. It reserves its size in the initial HTML and renders nothing without ads.
// All candidates are in the page, so that it is cacheable for everyone; the first one is visible.
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { type AdLocation, type AdsByLocation, type AdView, slotSize } from '../ad-locations';
import { clickAddress, placeOfTicket } from '../tracking/ad-place';
import { AdCreative } from './ad-creative';

interface AdSlotProps {
  location: AdLocation;
  ads: AdsByLocation | undefined;
}

export function AdSlot({ location, ads }: AdSlotProps) {
  const { pathname } = useLocation();
  const candidates = ads?.[location];
  // Restart with the first ad on each page.
  return candidates?.length ? <Rotation key={pathname} location={location} ads={candidates} /> : null;
}

function Rotation({ location, ads }: { location: AdLocation; ads: AdView[] }) {
  const slot = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const began = Date.now();
    let stop: (() => void) | undefined;
    let isMounted = true;
    // If the import fails, the first ad stays.
    import('../serving/rotate-ads').then(
      ({ startRotation }) => {
        if (isMounted && slot.current) stop = startRotation(slot.current, began, setShown);
      },
      () => {},
    );
    return () => {
      isMounted = false;
      stop?.();
    };
  }, []);
  const size = slotSize(location);
  // Text doesn't scale down as images do, so a slot with a text ad keeps its height on phones.
  const textClass = ads.some((each) => each.html || !each.imageUrl) ? ' ad-slot--text' : '';
  return (
    <div ref={slot} className={`ad-slot ad-slot--${size.shape}${textClass}`} data-ad-slot={location}>
      <p className="ad-slot__label">Advertisement</p>
      <div className="ad-slot__box">
        {ads.map((ad, index) => (
          <div
            key={placeOfTicket(ad.ticket)}
            className="ad-slot__turn"
            data-ticket={ad.ticket}
            data-ends={ad.endsAt ?? undefined}
            hidden={index !== shown}
          >
            <AdCreative ad={ad} href={adHref(ad)} size={size} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Null for an ad without a link. */
function adHref({ link, ticket }: AdView): string | null {
  return link && (link.key ? clickAddress(placeOfTicket(ticket), link.to, link.key) : link.to);
}
