// Draws rings that narrow to a small ball: a funnel from above.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { toneBetween } from '../palettes';
import { circle, ellipse } from '../shapes';
import type { Sheet } from '../sheet';

export const funnel: Composition = {
  draw: drawFunnel,
  footing: 'floats',
  camera: { around: [960, 380], zoom: [1, 1.3], turn: [-12, 12] },
};

function drawFunnel(sheet: Sheet): string {
  const { random, colors } = sheet;
  const rings = random.whole(7, 9);
  const cx = random.between(920, 1040);
  const top = random.between(230, 270);
  const wide = random.between(480, 540);
  const flat = random.between(0.36, 0.44);
  const depth = random.between(300, 350);
  const sway = random.between(-130, 60);
  const chosen = random.whole(2, 3);

  const drawn = Array.from({ length: rings }, (_, ring) => {
    const share = ring / (rings - 1);
    const rx = wide * (1 - share) ** 1.15 + 46;
    const x = cx + sway * share ** 1.6;
    const y = top + depth * share ** 1.2;
    const odd = ring % 2 === 1;
    const tone = ring === chosen ? colors.accent : odd ? colors.shadow : toneBetween(colors, share * 0.45);
    return shaded(sheet, (paint) => ellipse(x, y, rx, rx * flat, paint), tone, {
      towards: 110,
      depth: odd ? 0.3 : 0.7,
      grain: !odd && ring !== chosen,
    });
  });
  const drops = [
    {
      x: cx - wide * random.between(0.2, 0.5),
      y: top - random.between(60, 120),
      size: random.between(30, 44),
    },
    {
      x: cx + wide * random.between(0.15, 0.5),
      y: top - random.between(20, 90),
      size: random.between(18, 28),
    },
    { x: cx - wide * random.between(1.1, 1.3), y: top + random.between(0, 90), size: random.between(40, 56) },
  ].map(({ x, y, size }, index) => circle(x, y, size, { fill: index === 1 ? colors.line : colors.accent }));
  const caught = circle(cx + sway, top + depth, 26, {
    fill: sheet.ground === 'paper' ? colors.accent : colors.paper,
  });
  return drawn.join('') + caught + drops.join('');
}
