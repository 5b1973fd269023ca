// Draws two ripples on a field of dots, like a coarse printing screen.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, dots, type Point } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const halftone: Composition = {
  draw: drawHalftone,
  footing: 'floats',
  camera: { around: [1020, 390], zoom: [1, 1.4] },
};

function drawHalftone(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(42, 50);
  const near = { x: random.between(930, 1120), y: random.between(340, 440) };
  const other = { x: random.between(120, 420), y: random.between(520, 760) };
  const length = random.between(150, 210);
  const phase = random.between(0, 6);
  const radius = random.between(270, 330);

  const bySize = new Map<number, Point[]>();
  for (let row = 0; row * pitch < 1000; row += 1) {
    for (let column = 0; column * pitch * 0.87 < 1640; column += 1) {
      const x = column * pitch * 0.87;
      const y = row * pitch + (column % 2) * pitch * 0.5;
      const first = Math.cos((Math.hypot(x - near.x, y - near.y) / length) * Math.PI * 2);
      const second = Math.cos((Math.hypot(x - other.x, y - other.y) / (length * 1.25)) * Math.PI * 2 + phase);
      const fall = Math.exp(-((Math.hypot(x - near.x, (y - near.y) * 1.25) / 760) ** 2));
      // Only a few sizes, so that a thousand dots need only a few paths.
      const size = Math.round(Math.max(0, (0.5 + first * 0.33 + second * 0.17) * fall) * 8);
      if (size > 0) bySize.set(size, [...(bySize.get(size) ?? []), [x, y]]);
    }
  }
  const screen = (color: string) =>
    [...bySize].map(([size, points]) => dots(points, size * pitch * 0.064, color)).join('');
  const disc = shaded(sheet, (paint) => circle(near.x, near.y, radius, paint), colors.accent, {
    towards: 100,
    depth: 0.55,
  });
  const crossing = clippedBy(sheet, circle(near.x, near.y, radius, { fill: '#000' }), screen(colors.paper));
  return screen(sheet.ground === 'paper' ? colors.shadow : colors.form) + disc + crossing;
}
