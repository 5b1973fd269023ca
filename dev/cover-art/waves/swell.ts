// Draws parallel bands bent by a wave, one of them in the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { mixColors } from '../mix-colors';
import { toneBetween } from '../palettes';
import { circle, type Point, path, round, throughPoints } from '../shapes';
import type { Sheet } from '../sheet';

export const swell: Composition = {
  draw: drawSwell,
  footing: 'floats',
  camera: { around: [900, 380], zoom: [1, 1.25], turn: [-14, 14] },
};

function drawSwell(sheet: Sheet): string {
  const { random, colors } = sheet;
  const bands = random.whole(8, 10);
  const top = random.between(190, 230);
  const pitch = 620 / bands;
  const focus = random.between(820, 1060);
  const lift = random.between(120, 170);
  const breadth = random.between(230, 330);
  const roll = random.between(150, 200);
  const chosen = random.whole(2, 4);

  const sunX = focus + random.between(-480, -340);
  const sunY = random.between(150, 200);
  const sun = circle(sunX, sunY, random.between(120, 160), { fill: colors.accent });
  const drawn = Array.from({ length: bands }, (_, band) => {
    const share = band / (bands - 1);
    const edge = (): Point[] =>
      Array.from({ length: 65 }, (_, step): Point => {
        const x = -400 + step * 38;
        const hill = Math.exp(-(((x - focus - share * 120) / breadth) ** 2));
        const wave = Math.cos((x - focus) / roll - share * 2.2);
        return [x, top + band * pitch - hill * lift * wave * (1 - share * 0.55)];
      });
    const grained = band % 2 === 0 && band <= 5;
    // The next band covers the area below, so a grained band, whose cost grows with its area, need not reach the bottom.
    const foot = grained ? round(top + (band + 1) * pitch + lift + 60) : 1400;
    const outline = `${throughPoints(edge())}L2032 ${foot}L-400 ${foot}z`;
    const light = toneBetween(colors, share * 0.55);
    const dark = mixColors(colors.shadow, colors.ink, share * 0.6);
    const tone = band === chosen ? colors.accent : band % 2 ? dark : light;
    const body = (paint: object) => path(outline, paint);
    return grained ? shaded(sheet, body, tone, { towards: 90, depth: 0.6, from: 0.1 }) : body({ fill: tone });
  });
  return sun + drawn.join('');
}
