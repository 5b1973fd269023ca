// One place for advertisements, which take turns in it. It reserves its size from the first byte; without an ad it is
// not there at all. All candidates stand in the page, so that it is the same for everyone; the first one shows.
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { adHref } from '../ad-link';
import { type AdLocation, type AdsByLocation, type AdView, slotSize } from '../ad-locations';
import { AdCreative } from './ad-creative';

interface AdSlotProps {
  location: AdLocation;
  ads: AdsByLocation | undefined;
}

export function AdSlot({ location, ads }: AdSlotProps) {
  const { pathname } = useLocation();
  const candidates = ads?.[location];
  // Another page begins with its first ad again.
  return candidates?.length ? <Turns key={pathname} location={location} ads={candidates} /> : null;
}

function Turns({ location, ads }: { location: AdLocation; ads: AdView[] }) {
  const slot = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const began = Date.now();
    let end: (() => void) | undefined;
    let isHere = true;
    // Without it the first ad stays.
    import('../take-turns').then(
      ({ takeTurns }) => {
        if (isHere && slot.current) end = takeTurns(slot.current, began, setShown);
      },
      () => {},
    );
    return () => {
      isHere = false;
      end?.();
    };
  }, []);
  const size = slotSize(location);
  // Words do not shrink as pictures do: a slot with any in its turn keeps its height on a phone.
  const words = ads.some((each) => each.html || !each.imageUrl) ? ' ad-slot--words' : '';
  return (
    <div ref={slot} className={`ad-slot ad-slot--${size.shape}${words}`} data-ad-slot={location}>
      <p className="ad-slot__label">Advertisement</p>
      <div className="ad-slot__box">
        {ads.map((ad, index) => (
          <div
            key={ad.placementId}
            className="ad-slot__turn"
            data-ad={ad.id}
            data-placement={ad.placementId}
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
