// One place for advertisements, which take turns in it. It reserves its size from the first byte; without an ad it is
// not there at all. All candidates stand in the page, so that it is the same for everyone; the first one shows.
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { adGone, adShown } from '../ad-events';
import { adHref } from '../ad-link';
import { AD_SLOT_SIZES, type AdLocation, type AdsByLocation, type AdView } from '../ad-locations';
import { nextInTurn, ROTATION_MS } from '../rotation';
import { AdCreative } from './ad-creative';

/** So long before its turn the next picture is fetched. */
const LEAD_MS = 5_000;

interface AdSlotProps {
  location: AdLocation;
  ads: AdsByLocation | undefined;
}

export function AdSlot({ location, ads }: AdSlotProps) {
  const { pathname } = useLocation();
  const candidates = ads?.[location];
  if (!candidates?.length) return null;
  // Another page begins with its first ad again.
  return <Turns key={pathname} location={location} candidates={candidates} />;
}

function Turns({ location, candidates }: { location: AdLocation; candidates: AdView[] }) {
  const slot = useRef<HTMLDivElement>(null);
  const latest = useRef(candidates);
  latest.current = candidates;
  const [turn, setTurn] = useState(0);
  const [isNextDue, setNextDue] = useState(false);
  const shown = turn < 0 ? -1 : turn % candidates.length;
  const { id: adId, placementId } = candidates[shown] ?? {};

  useEffect(() => {
    const { current: box } = slot;
    const goOn = (from: (turn: number) => number) =>
      setTurn((turn) => nextInTurn(latest.current, from(turn), Date.now()));
    // The page may have waited in a cache while its first ad's time ran out.
    goOn((turn) => turn - 1);
    const soon = setTimeout(() => setNextDue(true), ROTATION_MS - LEAD_MS);
    const rotation = setInterval(() => {
      // What somebody points at or has reached by keyboard does not change under their hands.
      if (!box?.matches(':hover') && !box?.querySelector(':focus-visible')) goOn((turn) => turn);
    }, ROTATION_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(rotation);
      if (box) adGone(box);
    };
  }, []);

  useEffect(() => {
    const { current: box } = slot;
    if (!box) return;
    if (!adId || !placementId) return adGone(box);
    const isOver = nextInTurn(latest.current, shown - 1, Date.now()) !== shown;
    if (!isOver) adShown({ adId, placementId, slot: box });
  }, [adId, placementId, shown]);

  const size = AD_SLOT_SIZES[location];
  const shape = size.width > 2 * size.height ? 'leaderboard' : 'rectangle';
  // Words do not shrink as pictures do: a slot with any in its turn keeps its height on a phone.
  const words = candidates.some((each) => each.html || !each.imageUrl) ? ' ad-slot--words' : '';
  // Its place stays: nothing on the page may jump.
  const over = shown < 0 ? ' ad-slot--over' : '';
  return (
    <div ref={slot} className={`ad-slot ad-slot--${shape}${words}${over}`} data-ad-slot={location}>
      <p className="ad-slot__label">Advertisement</p>
      <div className="ad-slot__box">
        {candidates.map((ad, index) => (
          <div
            key={ad.placementId}
            className="ad-slot__turn"
            data-ad={ad.id}
            data-placement={ad.placementId}
            hidden={index !== shown}
          >
            <AdCreative
              ad={ad}
              href={adHref(ad)}
              size={size}
              isAwaited={isNextDue && index === (shown + 1) % candidates.length}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
