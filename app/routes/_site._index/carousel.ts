// Scrolling and end detection for the home page carousel.
import { useCallback, useEffect, useRef, useState } from 'react';

/** In pixels (specification, section 9). Equals a card's width plus the gap in home-sections.css. */
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
    setEnds((current) =>
      current.atStart === atStart && current.atEnd === atEnd ? current : { atStart, atEnd },
    );
  }, []);

  useEffect(() => {
    if (!track.current) return;
    // A ResizeObserver calls back on observe() and on every width change.
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
