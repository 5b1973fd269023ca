// Requests one image from the provider: reserves the price from the daily cap, validates the bytes and
// retries temporary failures.

import { checkImage } from '~/features/media/check-image.server';
import { ImageRefusedError } from '~/features/media/image-rules';
import { InvalidError, UnavailableError } from '~/lib/errors';
import { pause } from '~/lib/time/within-time';
import type { AppContext, Drawing, ImageModel, ImageRequest } from '~/platform/context';
import { reservePrice } from './spending.server';

export type DrawContext = Pick<AppContext, 'db' | 'clock' | 'log' | 'imageGenerator'>;

export interface GeneratedImage {
  bytes: Uint8Array;
  maker: ImageModel;
}

const FIRST_PAUSE_MS = 400;

const NO_IMAGE = 'The image service did not return a valid image. Please try again in a moment.';

/**
 * @param tries total attempts for temporary failures; queue consumers pass 1, because the queue retries
 * @throws TooManyError when the daily cap is reached; InvalidError for a permanent failure; UnavailableError
 * for a temporary one
 */
export async function generateImage(
  ctx: DrawContext,
  order: ImageRequest,
  tries: number,
): Promise<GeneratedImage> {
  const { imageGenerator, log } = ctx;
  const { maker } = imageGenerator;
  const provider = maker?.provider ?? 'none';
  for (let attempt = 1; ; attempt += 1) {
    const refund = await reservePrice(ctx, maker?.price ?? 0);
    const began = performance.now();
    const drawing = validate(await imageGenerator.draw(order));
    if ('bytes' in drawing) {
      // Cannot happen: without a provider, every `draw` fails.
      if (!maker) throw new Error('The image has no provider');
      const milliseconds = Math.round(performance.now() - began);
      log.write({ event: 'image_generated', provider, model: maker.model, milliseconds });
      return { bytes: drawing.bytes, maker };
    }
    const { failure, sentence, detail, isCharged } = drawing;
    log.write({ event: 'image_not_generated', provider, reason: detail });
    // If the refund fails, the price stays counted: the cap errs on the low side.
    if (!isCharged) await refund();
    if (failure === 'final') throw new InvalidError(sentence);
    if (attempt >= tries) throw new UnavailableError(sentence);
    await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}

/** The declared content type is not trusted: the bytes must decode as an image. */
function validate(drawing: Drawing): Drawing {
  if (!('bytes' in drawing)) return drawing;
  try {
    checkImage(drawing.bytes);
    return drawing;
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error;
    return { failure: 'try-again', sentence: NO_IMAGE, detail: error.message, isCharged: true };
  }
}
