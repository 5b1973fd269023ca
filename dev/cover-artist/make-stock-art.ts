// Draws the fallback images for missing ones: `npx tsx dev/cover-artist/make-stock-art.ts`. The output is
// committed. Run it again after a change to the cover artist, and look at the result.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawCover } from '../cover-art/draw-cover';
import { publicFilePath } from './public-file';
import { type RasterOrder, rasterizeCover } from './rasterize';

/**
 * The variant for each category, chosen by eye among ten. All use the category's tint, so that they form a
 * set.
 */
const TAKES = {
  'ai-automation': 2,
  'remote-talent': 2,
  'digital-marketing': 5,
  operations: 8,
  'growth-strategy': 5,
  tools: 4,
  interviews: 0,
  default: 6,
};
const HERO = { categorySlug: 'default', take: 4 };

await mkdir(publicFilePath('stock'), { recursive: true });
for (const [categorySlug, take] of Object.entries(TAKES)) {
  const svg = drawTake(categorySlug, take, 1600, 1200);
  await save(`stock/${categorySlug}-800.webp`, await fitted(svg, 800, 600, 60));
  await save(`stock/${categorySlug}-400.webp`, await fitted(svg, 400, 300, 20));
}
const hero = drawTake(HERO.categorySlug, HERO.take, 1600, 1000);
await save('stock/hero-1600.webp', await fitted(hero, 1600, 1000, 150));
await save('stock/hero-800.webp', await fitted(hero, 800, 500, 60));
await save('og-default.jpg', await socialImage());

function drawTake(categorySlug: string, take: number, width: number, height: number): string {
  return drawCover({ title: `Stock ${take}`, categorySlug, width, height, ordinal: take });
}

/**
 * The best quality within the given kilobytes. Grain compresses badly, and how badly depends on the image.
 */
async function fitted(svg: string, width: number, height: number, kilobytes: number): Promise<Buffer> {
  const order: RasterOrder = { width, height, format: 'webp', quality: 84 };
  for (;;) {
    const image = await rasterizeCover(svg, order);
    if (image.length <= kilobytes * 1000 || order.quality <= 40) return image;
    order.quality -= 4;
  }
}

/** The image that social networks show for pages without one: the hero's art with the logo mark. */
async function socialImage(): Promise<Buffer> {
  const svg = drawTake(HERO.categorySlug, HERO.take, 1600, 840);
  const art = await rasterizeCover(svg, { width: 1200, height: 630, format: 'webp', quality: 100 });
  const tile = await readFile(publicFilePath('favicon.svg'), 'utf8');
  // Without the tile: the art is the background.
  const mark = sharp(Buffer.from(tile.replace(/<rect[^>]*>/, '')), { density: 72 * 3 }).resize(150);
  return sharp(art)
    .composite([{ input: await mark.toBuffer(), left: 56, top: 64 }])
    .jpeg({ quality: 84 })
    .toBuffer();
}

async function save(path: string, image: Buffer): Promise<void> {
  await writeFile(publicFilePath(path), image);
  console.log(`${path}  ${Math.round(image.length / 1000)} kB`);
}
