// Draws upright sheets of glass, each taller than the one before, the last one lit.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { mixColors } from '../mix-colors';
import { toneBetween } from '../palettes';
import { circle, line, type Point, polygon } from '../shapes';
import { HORIZON, linearFill, type Sheet } from '../sheet';

export const slabs: Composition = {
  draw: drawSlabs,
  footing: 'stands',
  directed: true,
  camera: { around: [1000, HORIZON], zoom: [0.96, 1.08] },
};

function drawSlabs(sheet: Sheet): string {
  const { random, colors } = sheet;
  const count = random.whole(5, 7);
  const left = random.between(240, 340);
  const step = (1180 - left) / (count - 1);
  const width = step * random.between(1.3, 1.6);
  const slant = random.between(70, 130);
  const low = random.between(140, 190);
  const high = random.between(580, 630);
  const bend = random.between(1.2, 1.7);

  const tops = Array.from({ length: count }, (_, index): Point => {
    const share = index / (count - 1);
    return [left + index * step, HORIZON + 30 - low - (high - low) * share ** bend];
  });
  const sunX = random.between(480, 640);
  const sunY = random.between(290, 350);
  const sunRadius = random.between(190, 240);
  const sun = dissolving(sheet, (paint) => circle(sunX, sunY, sunRadius, paint), colors.haze);
  const drawn = tops.map(([x, y], index) => {
    const last = index === count - 1;
    const foot = HORIZON + 30;
    const corners: Point[] = [
      [x, y + slant],
      [x + width, y],
      [x + width, foot],
      [x, foot + slant * 0.35],
    ];
    const tone = last ? colors.accent : toneBetween(colors, 0.7 - (index / (count - 1.4)) * 0.7);
    const glass = linearFill(sheet, 90, [
      { at: 0, color: tone, opacity: last ? 1 : 0.94 },
      { at: 1, color: mixColors(tone, colors.ink, 0.62), opacity: last ? 1 : 0.86 },
    ]);
    const body = last
      ? shaded(sheet, (paint) => polygon(corners, paint), tone, { towards: 95, depth: 0.75 })
      : polygon(corners, { fill: glass });
    const edge = line([x, y + slant], [x + width, y], {
      stroke: colors.paper,
      width: 6,
      opacity: 0.2 + (0.6 * index) / count,
    });
    return body + edge;
  });
  return sun + drawn.join('');
}
