// How the carousel moves, and when it can go no further.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Specification, section 9. A card's width and the gap between two add up to it (home.css). */
export const CAROUSEL_STEP = 320;

export function useCarousel() {
  const track = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });

  const onScroll = useCallback(() => {
    const list = track.current;
    if (!list) return;
    const rest = list.scrollWidth - list.clientWidth - list.scrollLeft;
    const atStart = list.scrollLeft < 1;
    const atEnd = rest < 1;
    setEnds((was) => (was.atStart === atStart && was.atEnd === atEnd ? was : { atStart, atEnd }));
  }, []);

  useEffect(() => {
    if (!track.current) return;
    // Reports once at the start, and whenever the width changes.
    const observer = new ResizeObserver(onScroll);
    observer.observe(track.current);
    return () => observer.disconnect();
  }, [onScroll]);

  function move(direction: -1 | 1) {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.current?.scrollBy({ left: direction * CAROUSEL_STEP, behavior: calm ? 'auto' : 'smooth' });
  }

  return { track, ...ends, onScroll, move };
}
