// Replaces images that fail to load with the placeholder (specification, section 8).
import { useEffect } from 'react';

const PLACEHOLDER = '/stock/default-800.webp';

function showPlaceholder(image: HTMLImageElement): void {
  if (image.src.endsWith(PLACEHOLDER)) return;
  image.removeAttribute('srcset');
  image.src = PLACEHOLDER;
}

/** Uses one capturing listener on the document, because `error` events don't bubble. */
export function useImageFallback(): void {
  useEffect(() => {
    const onError = (event: Event) => {
      if (event.target instanceof HTMLImageElement) showPlaceholder(event.target);
    };
    document.addEventListener('error', onError, true);
    // Images that failed before this script ran.
    for (const image of document.images) {
      if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image);
    }
    return () => document.removeEventListener('error', onError, true);
  }, []);
}
