// Pictures by the cover artist, a service of the machine that the magazine runs on.
import type { ImageGenerator, PictureMaker } from './context';

const PATIENCE_MS = 30_000;
/** Any address will do: the service has one answer. */
const ADDRESS = 'https://artist.local/';

const AWAY = 'The cover artist does not answer right now. Please try again in a moment.';
const REFUSED = 'The cover artist refused to draw this.';
const NO_PICTURE = 'The cover artist sent no picture. Please try again in a moment.';

export function createCoverArtist(artist: Fetcher): ImageGenerator & { maker: PictureMaker } {
  return {
    maker: { provider: 'cover-artist', model: 'cover-artist-1', price: 0 },
    async draw({ title, categorySlug, variation }) {
      try {
        const response = await artist.fetch(ADDRESS, {
          method: 'POST',
          body: JSON.stringify({ title, categorySlug, variation }),
          headers: { 'content-type': 'application/json' },
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        if (!response.ok) {
          await response.body?.cancel();
          const isFinal = response.status < 500 && response.status !== 429;
          return {
            failure: isFinal ? 'final' : 'try-again',
            sentence: isFinal ? REFUSED : AWAY,
            detail: `It answered ${response.status}`,
            isCharged: false,
          };
        }
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.length > 0) return { bytes };
        return { failure: 'try-again', sentence: NO_PICTURE, detail: 'Nothing came', isCharged: true };
      } catch (error) {
        return { failure: 'try-again', sentence: AWAY, detail: String(error), isCharged: false };
      }
    },
  };
}
