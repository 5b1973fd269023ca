// Draws an hourglass that is half empty.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { circle, dots, line, type Point, path, rect, round } from '../shapes';
import { clippedBy, HORIZON, type Sheet } from '../sheet';

export const hourglass: Composition = {
  draw: drawHourglass,
  footing: 'stands',
  camera: { around: [980, HORIZON], zoom: [0.95, 1.15] },
};

function drawHourglass(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(920, 1040);
  const half = random.between(185, 215);
  const top = random.between(110, 140);
  const foot = HORIZON - 6;
  const neck = (top + foot) / 2;
  const left = random.between(0.3, 0.62);

  const bulb = (y: number, to: number) =>
    `M${round(x - half)} ${round(y)}C${round(x - half)} ${round(y + (to - y) * 0.72)} ${round(x - 16)} ${round(y + (to - y) * 0.74)} ${round(x - 14)} ${round(to)}` +
    `H${round(x + 14)}C${round(x + 16)} ${round(y + (to - y) * 0.74)} ${round(x + half)} ${round(y + (to - y) * 0.72)} ${round(x + half)} ${round(y)}z`;
  const upper = bulb(top + 46, neck);
  const lower = bulb(foot - 46, neck);
  const glass = [upper, lower].map((d) =>
    shaded(sheet, (paint) => path(d, paint), colors.form, { towards: 20, depth: 0.55 }),
  );
  const level = neck - (neck - top) * left;
  const sand = shaded(sheet, (paint) => rect(x - half, level, half * 2, neck - level, paint), colors.accent, {
    towards: 30,
    depth: 0.5,
  });
  const heapTop = foot - 46 - (foot - neck) * (0.85 - left) * 0.9;
  const heap = `M${round(x - half)} ${round(foot - 30)}Q${round(x - half * 0.5)} ${round(heapTop + 60)} ${round(x)} ${round(heapTop)}Q${round(x + half * 0.5)} ${round(heapTop + 60)} ${round(x + half)} ${round(foot - 30)}z`;
  const pile = shaded(sheet, (paint) => path(heap, paint), colors.accent, { towards: 40, depth: 0.6 });
  const grains = Array.from(
    { length: 9 },
    (_, index): Point => [x + random.between(-4, 4), neck + 14 + ((heapTop - neck - 10) * index) / 9],
  );
  const plates = [top, foot - 46].map((y) =>
    shaded(sheet, (paint) => rect(x - half - 56, y, half * 2 + 112, 50, paint, 10), colors.shadow, {
      towards: 0,
      depth: 0.6,
    }),
  );
  const posts = [-1, 1].map((side) =>
    line([x + side * (half + 30), top + 30], [x + side * (half + 30), foot - 30], {
      stroke: colors.shadow,
      width: 18,
    }),
  );
  const moonX = x - random.between(420, 520);
  const moonRadius = random.between(170, 210);
  const moon = dissolving(sheet, (paint) => circle(moonX, 330, moonRadius, paint), colors.haze);
  return (
    moon +
    posts.join('') +
    glass.join('') +
    clippedBy(sheet, path(upper, { fill: '#000' }), sand) +
    clippedBy(sheet, path(lower, { fill: '#000' }), pile) +
    dots(grains, 6, colors.accent) +
    plates.join('')
  );
}
