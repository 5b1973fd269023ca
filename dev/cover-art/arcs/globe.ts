// Draws part of a globe at the lower edge, with flight paths above it.
import type { Composition } from '../composition';
import { shaded, shadowOver } from '../grain';
import { arc, polar } from '../outlines';
import { circle, ellipse, group, path, round } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const globe: Composition = {
  draw: drawGlobe,
  footing: 'floats',
  camera: { around: [940, 340], zoom: [1, 1.3], turn: [-6, 6] },
};

function drawGlobe(sheet: Sheet): string {
  const { random, colors } = sheet;
  const radius = random.between(520, 620);
  const cx = random.between(820, 1060);
  const cy = random.between(300, 360) + radius;
  const lean = random.between(-24, 24);

  const ball = shaded(sheet, (paint) => circle(cx, cy, radius, paint), colors.form, {
    towards: random.pick([55, 125]),
    depth: 0.95,
    from: 0.12,
  });
  const wire = { stroke: colors.shadow, width: 4, opacity: 0.6 };
  const meridians = [0.2, 0.5, 0.8].map((share) => ellipse(cx, cy, radius * share, radius, wire));
  const parallels = [-0.75, -0.45, -0.12, 0.2].map((share) => {
    const half = Math.sqrt(1 - share * share) * radius;
    return ellipse(cx, cy + share * radius, half, half * 0.16, wire);
  });
  const net = group(
    [...meridians, ...parallels].join(''),
    `transform="rotate(${round(lean)} ${round(cx)} ${round(cy)})"`,
  );
  const mapped = clippedBy(sheet, circle(cx, cy, radius, { fill: '#000' }), net);

  const halo = [70, 150].map((away) =>
    path(arc(cx, cy, radius + away, Math.PI * 1.16, Math.PI * 1.84), { stroke: colors.quiet, width: 5 }),
  );
  const underside = shadowOver(sheet, (paint) => circle(cx, cy, radius, paint), {
    towards: 90,
    depth: 0.7,
    from: 0.2,
  });
  return halo.join('') + ball + mapped + underside + flights(sheet, cx, cy, radius);
}

function flights(sheet: Sheet, cx: number, cy: number, radius: number): string {
  const { random, colors } = sheet;
  const home = -Math.PI / 2 + random.between(-0.3, 0);
  const [homeX, homeY] = polar(cx, cy, radius * 0.9, home);
  const spans = [0.42, 1.08, 0.74, -0.4, -0.78].map((span) => span * random.between(0.85, 1.15));
  const drawn = spans.map((span, index) => {
    const [x, y] = polar(cx, cy, radius * random.between(0.82, 0.95), home + span);
    const [topX, topY] = polar(cx, cy, radius * (1.06 + Math.abs(span) * 0.46), home + span / 2);
    const chosen = index === 1;
    const color = chosen ? colors.accent : colors.line;
    const d = `M${round(homeX)} ${round(homeY)}Q${round(topX)} ${round(topY)} ${round(x)} ${round(y)}`;
    const end = circle(x, y, chosen ? 26 : 15, { fill: color });
    return path(d, { stroke: color, width: chosen ? 13 : 7, cap: 'round' }) + end;
  });
  const hub =
    circle(homeX, homeY, 40, { fill: colors.accent }) + circle(homeX, homeY, 15, { fill: colors.mark });
  return drawn.join('') + hub;
}
