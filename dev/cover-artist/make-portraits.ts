// Draws the portraits of the demo's authors: `npx tsx dev/cover-artist/make-portraits.ts`. The output is
// committed, so that the first start does not draw them.
import { writeFile } from 'node:fs/promises';
import { toSlug } from '../../app/lib/slug';
import { DEMO_AUTHORS, PORTRAIT_SIZE } from '../../db/seed/demo-authors';
import { drawPortrait } from '../cover-art/portrait';
import { rasterizeCover } from './rasterize';

for (const { name, look } of DEMO_AUTHORS) {
  const size = { width: PORTRAIT_SIZE, height: PORTRAIT_SIZE };
  const image = await rasterizeCover(drawPortrait(name, look), { ...size, format: 'jpeg', quality: 84 });
  const file = `${toSlug(name)}.jpg`;
  await writeFile(new URL(`../../db/seed/portraits/${file}`, import.meta.url), image);
  console.log(`${file}  ${Math.round(image.length / 1000)} kB`);
}
