// Replaces images that fail to load with the placeholder (specification, section 8).
import { useEffect } from 'react';

const PLACEHOLDER = '/stock/default-800.webp';

function showPlaceholder(image: HTMLImageElement): void {
  if (image.src.endsWith(PLACEHOLDER)) return;
  image.removeAttribute('srcset');
  image.src = PLACEHOLDER;
}

/**
 * Uses one capturing listener on the document, because `error` events don't bubble.
 * @param except selector of elements whose images keep their URLs
 */
export function useImageFallback(except = ':not(*)'): void {
  useEffect(() => {
    const replace = (image: EventTarget | null) => {
      if (image instanceof HTMLImageElement && !image.closest(except)) showPlaceholder(image);
    };
    const onError = (event: Event) => replace(event.target);
    document.addEventListener('error', onError, true);
    // Images that failed before this script ran.
    for (const image of document.images) {
      if (image.complete && image.naturalWidth === 0 && image.currentSrc) replace(image);
    }
    return () => document.removeEventListener('error', onError, true);
  }, [except]);
}
