// Draws half rings that spread from a few points on the horizon and overlap.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, band } from '../outlines';
import { circle, path } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const fans: Composition = {
  draw: drawFans,
  footing: 'stands',
  camera: { around: [760, HORIZON], zoom: [0.95, 1.25] },
};

function drawFans(sheet: Sheet): string {
  const { random, colors } = sheet;
  const big = { x: random.between(560, 680), radius: random.between(500, 560) };
  const small = { x: big.x + random.between(560, 640), radius: random.between(290, 350) };
  const far = { x: big.x - big.radius * 0.86, radius: random.between(250, 300) };

  const half = (x: number, inner: number, outer: number) =>
    band(x, HORIZON, inner, outer, Math.PI, Math.PI * 2);
  const arch = shaded(
    sheet,
    (paint) => path(half(big.x, big.radius * 0.46, big.radius), paint),
    colors.form,
    {
      towards: 75,
      depth: 0.7,
    },
  );
  const rings = [0.58, 0.7, 0.82, 0.92].map((share) =>
    path(arc(big.x, HORIZON, big.radius * share, Math.PI, Math.PI * 2), {
      stroke: colors.shadow,
      width: 6,
      opacity: 0.7,
    }),
  );
  const veil = path(half(small.x, small.radius * 0.3, small.radius), { fill: colors.shadow, opacity: 0.86 });
  const veilRings = [0.46, 0.62, 0.8].map((share) =>
    path(arc(small.x, HORIZON, small.radius * share, Math.PI, Math.PI * 2), {
      stroke: colors.form,
      width: 8,
    }),
  );
  const farRings = [0.4, 0.7, 1].map((share) =>
    path(arc(far.x, HORIZON, far.radius * share, Math.PI, Math.PI * 2), { stroke: colors.line, width: 8 }),
  );
  const hollow = path(half(big.x, 0.1, big.radius * 0.47), { fill: colors.haze });
  const sun = path(half(big.x, 0.1, big.radius * 0.3), { fill: colors.accent });
  const reach = (small.x - far.x) / 2;
  const bridge = path(arc((small.x + far.x) / 2, HORIZON, reach, Math.PI, Math.PI * 2), {
    stroke: colors.accent,
    width: 16,
  });
  const offices = [far.x, small.x].map((x) => circle(x, HORIZON, 30, { fill: colors.accent }));
  return (
    farRings.join('') +
    hollow +
    arch +
    rings.join('') +
    sun +
    veil +
    veilRings.join('') +
    bridge +
    offices.join('')
  );
}
