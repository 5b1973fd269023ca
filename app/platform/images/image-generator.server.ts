// Selects the image generator: Workers AI in production, the cover artist locally, or none.
import type { ImageGenerator, ImageModel } from '../context';
import type { Env, WorkerSettings } from '../env.server';
import { createCoverArtist } from './cover-artist.server';
import { createWorkersAi } from './workers-ai.server';

const NOT_CONFIGURED =
  'Image generation is not configured. Bind Workers AI, or choose another provider with IMAGE_PROVIDER.';

export function createImageGenerator(
  { AI, ARTIST }: Pick<Env, 'AI' | 'ARTIST'>,
  { IMAGE_PROVIDER, IMAGE_PRICE }: Pick<WorkerSettings, 'IMAGE_PROVIDER' | 'IMAGE_PRICE'>,
): ImageGenerator {
  const provider = IMAGE_PROVIDER ?? (AI ? 'workers-ai' : 'cover-artist');
  if (provider === 'workers-ai' && AI) return withPrice(createWorkersAi(AI), IMAGE_PRICE);
  if (provider === 'cover-artist' && ARTIST) return withPrice(createCoverArtist(ARTIST), IMAGE_PRICE);
  return {
    maker: null,
    draw: async () => ({
      failure: 'final',
      sentence: NOT_CONFIGURED,
      detail: 'not configured',
      isCharged: false,
    }),
  };
}

function withPrice(
  generator: ImageGenerator & { maker: ImageModel },
  dollars: number | undefined,
): ImageGenerator {
  if (dollars === undefined) return generator;
  return { ...generator, maker: { ...generator.maker, price: Math.round(dollars * 1_000_000) } };
}
