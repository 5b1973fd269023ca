// The cover artist as a service of this machine, in the place of the cloud's image model: an order in, a JPEG out.
import { drawCover } from '../../app/features/media/cover-art/draw-cover';

const SIZE = { width: 1600, height: 1000 };
const QUALITY = 84;

interface Order {
  title: string;
  categorySlug: string;
  variation: number;
}

/** The same order gives the same picture. */
export async function answerOrder(request: { json(): Promise<unknown> }): Promise<Response> {
  const { title, categorySlug, variation } = (await request.json()) as Order;
  // Loaded with the first order: most starts draw nothing.
  const { rasteriseCover } = await import('./rasterise');
  const seed = variation > 0 ? `${title} (${variation})` : title;
  const svg = drawCover({ title: seed, categorySlug, ...SIZE });
  const picture = await rasteriseCover(svg, { ...SIZE, format: 'jpeg', quality: QUALITY });
  return new Response(Uint8Array.from(picture), { headers: { 'content-type': 'image/jpeg' } });
}
