// A picture that does not load gives way to the placeholder (specification, section 8).
import { useEffect } from 'react';

const PLACEHOLDER = '/stock/default-800.webp';

function showPlaceholder(picture: HTMLImageElement): void {
  if (picture.src.endsWith(PLACEHOLDER)) return;
  picture.removeAttribute('srcset');
  picture.src = PLACEHOLDER;
}

/** One listener for the whole document; `error` does not bubble, but it can be captured. */
export function usePictureFallback(): void {
  useEffect(() => {
    const onError = (event: Event) => {
      if (event.target instanceof HTMLImageElement) showPlaceholder(event.target);
    };
    document.addEventListener('error', onError, true);
    // Those that failed before this script ran.
    for (const picture of document.images) {
      if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) showPlaceholder(picture);
    }
    return () => document.removeEventListener('error', onError, true);
  }, []);
}
