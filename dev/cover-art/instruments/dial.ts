// Draws a large gauge.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, band, polar, TURN } from '../outlines';
import { circle, line, path, polygon } from '../shapes';
import type { Sheet } from '../sheet';

export const dial: Composition = {
  draw: drawDial,
  footing: 'floats',
  camera: { around: [1020, 430], zoom: [0.95, 1.4] },
};

function drawDial(sheet: Sheet): string {
  const { random, colors } = sheet;
  const cx = random.between(960, 1080);
  const cy = random.between(450, 520);
  const radius = random.between(400, 450);
  const from = Math.PI * random.between(0.78, 0.86);
  const sweep = TURN * random.between(0.62, 0.68);
  const reading = random.between(0.55, 0.85);
  const needle = from + sweep * reading;

  const plate = shaded(sheet, (paint) => circle(cx, cy, radius, paint), colors.form, {
    towards: 75,
    depth: 0.8,
    from: 0.45,
  });
  const bezel = circle(cx, cy, radius + 26, { stroke: colors.shadow, width: 16 });
  const ticks = random.pick([40, 50, 60]);
  const scale = Array.from({ length: ticks + 1 }, (_, index) => {
    const angle = from + (sweep * index) / ticks;
    const long = index % 5 === 0;
    const paint = { stroke: colors.ink, width: long ? 9 : 5 };
    return line(
      polar(cx, cy, radius * (long ? 0.8 : 0.86), angle),
      polar(cx, cy, radius * 0.93, angle),
      paint,
    );
  });
  const zone = path(band(cx, cy, radius * 0.62, radius * 0.72, needle, from + sweep), {
    fill: colors.accent,
  });
  const past = path(band(cx, cy, radius * 0.62, radius * 0.72, from, needle), {
    fill: colors.shadow,
    opacity: 0.5,
  });
  const inner = path(arc(cx, cy, radius * 0.5, from, from + sweep), {
    stroke: colors.ink,
    width: 4,
    opacity: 0.5,
  });
  const hand = polygon(
    [
      polar(cx, cy, 30, needle - Math.PI / 2),
      polar(cx, cy, radius * 0.9, needle),
      polar(cx, cy, 30, needle + Math.PI / 2),
      polar(cx, cy, 130, needle + Math.PI),
    ],
    { fill: colors.ink },
  );
  const boss = circle(cx, cy, 58, { fill: colors.ink }) + circle(cx, cy, 22, { fill: colors.accent });
  return companion(sheet) + bezel + plate + scale.join('') + past + zone + inner + hand + boss;
}

/** A small second gauge at the free side, for scale. */
function companion(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(250, 350);
  const y = random.between(220, 330);
  const r = random.between(84, 110);
  const angle = random.between(-2.4, -0.8);
  const ring = circle(x, y, r, { stroke: colors.line, width: 9 });
  const dots = Array.from({ length: 12 }, (_, index) => {
    const [dotX, dotY] = polar(x, y, r * 0.72, (index * TURN) / 12);
    return circle(dotX, dotY, 6, { fill: colors.line });
  });
  return (
    ring +
    dots.join('') +
    line([x, y], polar(x, y, r * 0.62, angle), { stroke: colors.accent, width: 12, cap: 'round' })
  );
}
