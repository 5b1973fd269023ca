// The cover artist: draws an abstract editorial image for a title and a category. The same order gives the same image.
import type { Camera, Composition } from './composition';
import { compositionsFor } from './compositions';
import { drawFinish, drawGround } from './ground';
import { type Ground, paletteFor } from './palettes';
import { hashSeed, type Random, seededRandom } from './seeded-random';
import { group, round } from './shapes';
import { openSheet, STAGE } from './sheet';

export interface CoverOrder {
  title: string;
  /** An unknown slug gets the default motif and palette. */
  categorySlug: string;
  /** In pixels. Any ratio: the image is composed at 8:5 and cropped around its middle to cover. */
  width: number;
  height: number;
  /**
   * The cover's index within its category, from 0, if the caller knows it. Covers then take their
   * compositions and grounds in turn, so that neighbors never share one; otherwise both are random.
   */
  ordinal?: number;
}

/** Seven is coprime to the number of compositions of each category, so taking both in turn gives every pairing. */
const GROUNDS = ['tint', 'night', 'paper', 'tint', 'oxblood', 'night', 'paper'] as const;

/** A complete SVG document without text, scripts or external references. */
export function drawCover(order: CoverOrder): string {
  const { title, categorySlug, width, height } = order;
  const seed = `${categorySlug}\n${title.trim()}`;
  const random = seededRandom(seed);
  const { composition, ground } = choose(order, random);
  const view = [composition.directed ? '' : mirror(random), aim(random, composition.camera)]
    .filter(Boolean)
    .join(' ');
  const idPrefix = `c${hashSeed(seed).toString(36)}`;
  const sheet = openSheet(random, paletteFor(categorySlug, ground), ground, idPrefix);

  const background = drawGround(sheet, composition.footing);
  const drawn = composition.draw(sheet);
  const motif = view ? group(drawn, `transform="${view}"`) : drawn;
  const finish = drawFinish(sheet, composition.footing);
  const frame = `viewBox="0 0 ${STAGE.width} ${STAGE.height}" preserveAspectRatio="xMidYMid slice"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${frame}>` +
    `<defs>${sheet.definitions()}</defs>${background}${motif}${finish}</svg>`
  );
}

function choose(
  { categorySlug, ordinal }: CoverOrder,
  random: Random,
): { composition: Composition; ground: Ground } {
  const compositions = compositionsFor(categorySlug);
  const composition = random.pick(compositions);
  const ground = random.pick(GROUNDS);
  if (ordinal === undefined) return { composition, ground };
  // Each category starts with a different ground; otherwise the first articles of all categories would share one.
  const start = hashSeed(categorySlug);
  return {
    composition: compositions[(ordinal + start) % compositions.length] ?? composition,
    ground: GROUNDS[(ordinal + start) % GROUNDS.length] ?? ground,
  };
}

function mirror(random: Random): string {
  return random.chance(0.5) ? `matrix(-1 0 0 1 ${STAGE.width} 0)` : '';
}

function aim(random: Random, camera?: Camera): string {
  if (!camera) return '';
  const [x, y] = camera.around;
  const zoom = Math.round(random.between(...camera.zoom) * 100) / 100;
  const turn = camera.turn ? `rotate(${round(random.between(...camera.turn))})` : '';
  return `translate(${x} ${y})${turn}scale(${zoom})translate(${-x} ${-y})`;
}
