// Draws a center with tilted orbits and a ball on each.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, ellipse, group, path, round } from '../shapes';
import type { Sheet } from '../sheet';

export const orbits: Composition = {
  draw: drawOrbits,
  footing: 'floats',
  camera: { around: [880, 390], zoom: [0.95, 1.3] },
};

function drawOrbits(sheet: Sheet): string {
  const { random, colors } = sheet;
  const cx = random.between(860, 980);
  const cy = random.between(370, 400);
  const lean = random.between(-26, -12);
  const flat = random.between(0.26, 0.36);
  const core = random.between(190, 225);
  const rings = random.whole(4, 5);
  const step = random.between(108, 132);
  const chosen = random.whole(1, rings - 2);

  const sizes = Array.from({ length: rings }, (_, ring) => core + 80 + ring * step);
  const behind = sizes.map((rx) =>
    ellipse(cx, cy, rx, rx * flat, { stroke: colors.line, width: 7, opacity: 0.6 }),
  );
  const front = sizes.map((rx, ring) => {
    const d = `M${round(cx - rx)} ${round(cy)}A${round(rx)} ${round(rx * flat)} 0 0 0 ${round(cx + rx)} ${round(cy)}`;
    const chosenRing = ring === chosen;
    return path(d, { stroke: chosenRing ? colors.accent : colors.line, width: chosenRing ? 18 : 10 });
  });
  const people = sizes.map((rx, ring) => {
    const angle = random.between(0.12, 0.88) * Math.PI + (random.chance(0.35) ? Math.PI : 0);
    const x = cx + Math.cos(angle) * rx;
    const y = cy + Math.sin(angle) * rx * flat;
    const size = ring === chosen ? random.between(50, 62) : random.between(22, 40);
    const fill = ring === chosen ? colors.accent : ring % 2 ? colors.form : colors.shadow;
    return shaded(sheet, (paint) => circle(x, y, size, paint), fill, { towards: 80, depth: 0.55 });
  });
  const sun = shaded(sheet, (paint) => circle(cx, cy, core, paint), colors.form, {
    towards: 75,
    depth: 0.8,
  });
  const turn = `transform="rotate(${round(lean)} ${round(cx)} ${round(cy)})"`;
  return group(behind.join(''), turn) + sun + group(front.join('') + people.join(''), turn);
}
