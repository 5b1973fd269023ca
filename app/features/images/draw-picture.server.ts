// One picture from the provider: paid for out of today's money, looked at, and tried again where that makes sense.
import { ImageRefusedError } from '~/features/media/image-refused';
import { readImage } from '~/features/media/read-image.server';
import { InvalidError, UnavailableError } from '~/lib/errors';
import type { AppContext, Drawing, PictureMaker, PictureOrder } from '~/platform/context';
import { reserveMoney } from './spending.server';

export type DrawContext = Pick<AppContext, 'db' | 'clock' | 'log' | 'imageGenerator'>;

export interface DrawnPicture {
  bytes: Uint8Array;
  maker: PictureMaker;
}

const FIRST_PAUSE_MS = 400;

const NO_PICTURE = 'What came from the image service is no picture. Please try again in a moment.';

/**
 * @param tries how often in all, where trying again makes sense; whoever has a queue tries once
 * @throws TooManyError when today's cap is reached; InvalidError for what fails again the same way; UnavailableError
 */
export async function drawPicture(
  ctx: DrawContext,
  order: PictureOrder,
  tries: number,
): Promise<DrawnPicture> {
  const { imageGenerator, log } = ctx;
  const provider = imageGenerator.maker?.provider ?? 'none';
  for (let turn = 1; ; turn += 1) {
    const giveBack = await reserveMoney(ctx, imageGenerator.maker?.price ?? 0);
    const began = performance.now();
    const drawing = look(await imageGenerator.draw(order));
    if ('bytes' in drawing && imageGenerator.maker) {
      const milliseconds = Math.round(performance.now() - began);
      log.write({ event: 'image_generated', provider, model: imageGenerator.maker.model, milliseconds });
      return { bytes: drawing.bytes, maker: imageGenerator.maker };
    }
    const { failure, sentence, detail, isCharged } = drawing as Exclude<Drawing, { bytes: Uint8Array }>;
    log.write({ event: 'image_not_generated', provider, reason: detail });
    // What is not given back stays counted, which errs on the side of the purse.
    if (!isCharged) await giveBack();
    if (failure === 'final') throw new InvalidError(sentence);
    if (turn >= tries) throw new UnavailableError(sentence);
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (turn - 1)));
  }
}

/** A provider's word for it that something is a picture is not enough. */
function look(drawing: Drawing): Drawing {
  if (!('bytes' in drawing)) return drawing;
  try {
    readImage(drawing.bytes);
    return drawing;
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error;
    return { failure: 'try-again', sentence: NO_PICTURE, detail: error.message, isCharged: true };
  }
}
