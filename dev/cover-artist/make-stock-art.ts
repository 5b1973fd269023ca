// Draws the pictures that stand in for a missing one: `npx tsx dev/cover-artist/make-stock-art.ts`.
// Its output is committed; run it again when the artist's hand has changed, and look at what it made.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawCover } from '../../app/features/media/cover-art/draw-cover';
import { publicFile } from './public-file';
import { type RasterOrder, rasteriseCover } from './rasterise';

/** Which take of each category, chosen by eye among ten: all on the category's own tint, so that they make a set. */
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

await mkdir(publicFile('stock'), { recursive: true });
for (const [categorySlug, take] of Object.entries(TAKES)) {
  const svg = drawTake(categorySlug, take, 1600, 1200);
  await save(`stock/${categorySlug}-800.webp`, await fitted(svg, 800, 600, 60));
  await save(`stock/${categorySlug}-400.webp`, await fitted(svg, 400, 300, 20));
}
const hero = drawTake(HERO.categorySlug, HERO.take, 1600, 1000);
await save('stock/hero-1600.webp', await fitted(hero, 1600, 1000, 150));
await save('stock/hero-800.webp', await fitted(hero, 800, 500, 60));
await save('og-default.jpg', await socialPicture());

function drawTake(categorySlug: string, take: number, width: number, height: number): string {
  return drawCover({ title: `Stock ${take}`, categorySlug, width, height, ordinal: take });
}

/** The best quality within so many kilobytes: grain is dear, and how dear depends on the picture. */
async function fitted(svg: string, width: number, height: number, kilobytes: number): Promise<Buffer> {
  const order: RasterOrder = { width, height, format: 'webp', quality: 84 };
  for (;;) {
    const picture = await rasteriseCover(svg, order);
    if (picture.length <= kilobytes * 1000 || order.quality <= 40) return picture;
    order.quality -= 4;
  }
}

/** What social networks show for a page without a picture: the hero's art, signed with the mark. */
async function socialPicture(): Promise<Buffer> {
  const svg = drawTake(HERO.categorySlug, HERO.take, 1600, 840);
  const art = await rasteriseCover(svg, { width: 1200, height: 630, format: 'webp', quality: 100 });
  const tile = await readFile(publicFile('favicon.svg'), 'utf8');
  // The art is the tile here.
  const mark = sharp(Buffer.from(tile.replace(/<rect[^>]*>/, '')), { density: 72 * 3 }).resize(150);
  return sharp(art)
    .composite([{ input: await mark.toBuffer(), left: 56, top: 64 }])
    .jpeg({ quality: 84 })
    .toBuffer();
}

async function save(path: string, picture: Buffer): Promise<void> {
  await writeFile(publicFile(path), picture);
  console.log(`${path}  ${Math.round(picture.length / 1000)} kB`);
}
