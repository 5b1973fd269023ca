// Image generation by Workers AI. The model returns a base64 JPEG.
import { fromBase64 } from '~/lib/bytes';
import { cutText } from '~/lib/text';
import type { Drawing, ImageGenerator, ImageModel } from '../context';

const MODEL = '@cf/black-forest-labs/flux-1-schnell';
/** The model's maximum. It always draws 1024 x 1024. */
const STEPS = 8;
/** $0.000053 for each of four 512 x 512 tiles and $0.00011 per step, in millionths of a dollar. */
const PRICE = 4 * 53 + STEPS * 110;
const TIMEOUT_MS = 45_000;
/** The model's limit. */
const LONGEST_PROMPT = 2_048;

const BUSY = 'The image service is busy right now. Please try again in a moment.';
const SLOW = 'The image service took too long. Please try again in a moment.';
const NO_IMAGE = 'The image service sent no image. Please try again in a moment.';
const FLAGGED = 'The image service rejected this title and summary.';
const USED_UP = 'The daily allowance of the image service is used up.';
const REFUSED = 'The image service refused the request.';

export function createWorkersAi(ai: Pick<Ai, 'run'>): ImageGenerator & { maker: ImageModel } {
  return {
    maker: { provider: 'workers-ai', model: MODEL, price: PRICE },
    async draw({ prompt }) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), TIMEOUT_MS);
      });
      try {
        const input = { prompt: cutText(prompt, 0, LONGEST_PROMPT), steps: STEPS };
        const answer = await Promise.race([ai.run(MODEL, input), tooLate]);
        if (answer === 'late')
          return { failure: 'try-again', sentence: SLOW, detail: 'Timed out', isCharged: true };
        return decode(answer?.image);
      } catch (error) {
        return explain(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function decode(image: unknown): Drawing {
  try {
    if (typeof image !== 'string' || image === '') throw new Error('Empty response');
    return { bytes: fromBase64(image.slice(image.indexOf(',') + 1)) };
  } catch (error) {
    return { failure: 'try-again', sentence: NO_IMAGE, detail: String(error), isCharged: true };
  }
}

/** Unknown model or task, malformed or oversized request, unauthorized account: retrying cannot help. */
const FINAL = new Set([
  '3003',
  '3006',
  '3023',
  '3039',
  '3041',
  '3042',
  '5004',
  '5005',
  '5007',
  '5016',
  '5018',
  '5019',
]);
const OUT_OF_ALLOWANCE = new Set(['3036', '4006']);
const FLAGGED_CODE = '3030';

/** Error messages start with the service's own code. Failed requests are not billed. */
function explain(error: unknown): Drawing {
  const detail = String(error);
  const code = /\b(\d{4}):/.exec(detail)?.[1] ?? '';
  const final = (sentence: string): Drawing => ({ failure: 'final', sentence, detail, isCharged: false });
  if (code === FLAGGED_CODE || /nsfw|flagged/i.test(detail)) return final(FLAGGED);
  if (OUT_OF_ALLOWANCE.has(code)) return final(USED_UP);
  if (FINAL.has(code)) return final(REFUSED);
  return { failure: 'try-again', sentence: BUSY, detail, isCharged: false };
}
