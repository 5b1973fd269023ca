// Draws a lens over a field of dots. The dots under it are larger, and one has the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { polar } from '../outlines';
import { circle, dots, line, type Point } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const lens: Composition = {
  draw: drawLens,
  footing: 'floats',
  camera: { around: [900, 370], zoom: [1, 1.3] },
};

function drawLens(sheet: Sheet): string {
  const { random, colors } = sheet;
  const cx = random.between(900, 1020);
  const cy = random.between(340, 370);
  const radius = random.between(255, 290);
  const pitch = random.between(62, 74);
  const power = random.between(1.8, 2.2);
  const handle = random.between(0.68, 0.82) * Math.PI;

  const field: Point[] = [];
  for (let row = -2; row * pitch < 610; row += 1) {
    for (let column = -8; column * pitch < 1900; column += 1) {
      field.push([column * pitch + (row % 2) * pitch * 0.5, row * pitch + 30]);
    }
  }
  const grown = field.map(([x, y]): Point => [cx + (x - cx) * power, cy + (y - cy) * power]);
  const inside = grown.filter(([x, y]) => Math.hypot(x - cx, y - cy) < radius + pitch);
  const aim: Point = [cx + random.between(-60, 60), cy + random.between(-60, 30)];
  const odd = inside.reduce((best: Point, spot) => {
    return Math.hypot(spot[0] - aim[0], spot[1] - aim[1]) < Math.hypot(best[0] - aim[0], best[1] - aim[1])
      ? spot
      : best;
  }, inside[0] ?? aim);

  const screen = dots(field, pitch * 0.2, sheet.ground === 'paper' ? colors.haze : colors.quiet);
  const glass = shaded(sheet, (paint) => circle(cx, cy, radius, paint), colors.form, {
    towards: 60,
    depth: 0.65,
  });
  const spots =
    dots(inside, pitch * 0.24 * power, colors.shadow) +
    circle(odd[0], odd[1], pitch * 0.42 * power, { fill: colors.accent });
  const seen = clippedBy(sheet, circle(cx, cy, radius, { fill: '#000' }), spots);
  const rimColor = sheet.ground === 'night' ? colors.paper : colors.ink;
  const rim = circle(cx, cy, radius + 14, { stroke: rimColor, width: 34 });
  const grip =
    line(polar(cx, cy, radius + 20, handle), polar(cx, cy, radius + 90, handle), {
      stroke: rimColor,
      width: 30,
    }) +
    line(polar(cx, cy, radius + 100, handle), polar(cx, cy, radius + 420, handle), {
      stroke: colors.accent,
      width: 66,
      cap: 'round',
    });
  return screen + grip + glass + seen + rim;
}
