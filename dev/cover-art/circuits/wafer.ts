// Draws a silicon wafer of many squares, one of them in the accent color.
import type { Composition } from '../composition';
import { shadowOver } from '../grain';
import { toneBetween } from '../palettes';
import { circle, group, rect, round } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const wafer: Composition = {
  draw: drawWafer,
  footing: 'floats',
  camera: { around: [1000, 380], zoom: [0.95, 1.35] },
};

function drawWafer(sheet: Sheet): string {
  const { random, colors } = sheet;
  const cx = random.between(980, 1080);
  const cy = random.between(390, 430);
  const radius = random.between(370, 420);
  const pitch = random.between(68, 88);
  const gap = pitch * random.between(0.1, 0.16);
  const lean = random.between(-28, 28);
  const reach = Math.ceil(radius / pitch);
  const chosen = { column: random.whole(-2, 1), row: random.whole(-2, 0) };
  const wave = random.between(0.5, 0.9);
  const phase = random.between(0, 6);

  const dies: string[] = [];
  for (let row = -reach; row <= reach; row += 1) {
    for (let column = -reach; column <= reach; column += 1) {
      const lit = column === chosen.column && row === chosen.row;
      const band = 0.5 + 0.5 * Math.sin((column + row) * wave + phase + Math.sin(row * 0.9));
      const tone = lit ? colors.accent : toneBetween(colors, 0.05 + band * 0.8);
      const place = [cx + column * pitch + gap / 2, cy + row * pitch + gap / 2] as const;
      dies.push(rect(place[0], place[1], pitch - gap, pitch - gap, { fill: tone }, 3));
      if (lit)
        dies.push(
          circle(place[0] + (pitch - gap) / 2, place[1] + (pitch - gap) / 2, pitch * 0.16, {
            fill: colors.paper,
          }),
        );
    }
  }
  const turned = group(dies.join(''), `transform="rotate(${round(lean)} ${round(cx)} ${round(cy)})"`);
  const blank = circle(cx, cy, radius + 26, { fill: colors.shadow });
  const face = clippedBy(sheet, circle(cx, cy, radius, { fill: '#000' }), turned);
  const gloss = shadowOver(sheet, (paint) => circle(cx, cy, radius + 26, paint), {
    towards: 65,
    depth: 0.75,
    from: 0.4,
  });
  const moonX = random.between(250, 400);
  const moon = circle(moonX, random.between(210, 320), random.between(46, 74), { fill: colors.accent });
  return moon + blank + face + gloss;
}
