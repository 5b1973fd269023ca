// Image generation by the cover artist, a service on the machine that runs the site.
import type { ImageGenerator, ImageModel } from '../context';

const TIMEOUT_MS = 30_000;
/** Arbitrary: the service binding ignores the host. */
const ADDRESS = 'https://artist.local/';

const UNAVAILABLE = 'The image service is not responding. Please try again in a moment.';
const REFUSED = 'The image service rejected this title and summary.';
const NO_IMAGE = 'The image service sent no image. Please try again in a moment.';

export function createCoverArtist(artist: Fetcher): ImageGenerator & { maker: ImageModel } {
  return {
    maker: { provider: 'cover-artist', model: 'cover-artist-1', price: 0 },
    async draw({ title, categorySlug, variation }) {
      try {
        const response = await artist.fetch(ADDRESS, {
          method: 'POST',
          body: JSON.stringify({ title, categorySlug, variation }),
          headers: { 'content-type': 'application/json' },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) {
          await response.body?.cancel();
          const isFinal = response.status < 500 && response.status !== 429;
          return {
            failure: isFinal ? 'final' : 'try-again',
            sentence: isFinal ? REFUSED : UNAVAILABLE,
            detail: `Status ${response.status}`,
            isCharged: false,
          };
        }
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.length > 0) return { bytes };
        return { failure: 'try-again', sentence: NO_IMAGE, detail: 'Empty response', isCharged: true };
      } catch (error) {
        return { failure: 'try-again', sentence: UNAVAILABLE, detail: String(error), isCharged: false };
      }
    },
  };
}
