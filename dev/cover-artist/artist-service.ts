// The local image generator: takes an order as JSON and returns a JPEG. In production Workers AI does this.
import { readOwnJson } from '../../app/lib/own-json';
import { drawCover } from '../cover-art/draw-cover';

const SIZE = { width: 1600, height: 1000 };
const QUALITY = 84;

interface Order {
  title: string;
  categorySlug: string;
  variation: number;
}

/** The same order returns the same image. */
export async function answerOrder(request: { json(): Promise<unknown> }): Promise<Response> {
  const { title, categorySlug, variation } = await readOwnJson<Order>(request);
  // Loaded with the first order, because most starts draw nothing.
  const { rasterizeCover } = await import('./rasterize');
  const seed = variation > 0 ? `${title} (${variation})` : title;
  const svg = drawCover({ title: seed, categorySlug, ...SIZE });
  const image = await rasterizeCover(svg, { ...SIZE, format: 'jpeg', quality: QUALITY });
  return new Response(Uint8Array.from(image), { headers: { 'content-type': 'image/jpeg' } });
}
