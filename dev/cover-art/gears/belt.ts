// Draws wheels of different sizes joined by one belt.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { polar, TURN } from '../outlines';
import { circle, line, type Point, path, round } from '../shapes';
import type { Sheet } from '../sheet';

export const belt: Composition = {
  draw: drawBelt,
  footing: 'floats',
  camera: { around: [860, 400], zoom: [0.95, 1.25], turn: [-8, 8] },
};

interface Wheel {
  x: number;
  y: number;
  r: number;
}

function drawBelt(sheet: Sheet): string {
  const { random, colors } = sheet;
  const great: Wheel = {
    x: random.between(1080, 1150),
    y: random.between(400, 440),
    r: random.between(270, 310),
  };
  const second: Wheel = {
    x: random.between(480, 560),
    y: random.between(500, 540),
    r: random.between(130, 165),
  };
  const third: Wheel = {
    x: random.between(560, 680),
    y: random.between(160, 200),
    r: random.between(70, 95),
  };
  // Clockwise, as the outer tangents need.
  const round3 = [third, great, second];
  const spans = round3.map((from, index) => outerTangent(from, round3[(index + 1) % 3] ?? from));
  const start = spans[0]?.[0] ?? [0, 0];
  const belt = spans
    .map(([, [x, y]], index) => {
      const next = spans[(index + 1) % 3]?.[0] ?? [0, 0];
      const r = round(round3[(index + 1) % 3]?.r ?? 0);
      const large = (index + 1) % 3 === 1 ? 1 : 0;
      return `L${round(x)} ${round(y)}A${r} ${r} 0 ${large} 1 ${round(next[0])} ${round(next[1])}`;
    })
    .join('');
  const d = `M${round(start[0])} ${round(start[1])}${belt}z`;
  const inside = path(d, { fill: colors.quiet, opacity: 0.55 });
  const strap =
    path(d, { stroke: colors.line, width: 26 }) + path(d, { stroke: colors.accent, width: 8, dash: '34 26' });

  return (
    inside +
    drawWheel(sheet, great, colors.form, colors.shadow, random.whole(5, 8)) +
    drawWheel(sheet, second, colors.shadow, colors.form, random.whole(3, 5)) +
    drawWheel(sheet, third, colors.accent, colors.paper, 0) +
    strap
  );
}

/** The line that touches two circles on their left-hand side, going from the first to the second. */
function outerTangent(from: Wheel, to: Wheel): readonly [Point, Point] {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  const tilt = Math.acos((from.r - to.r) / Math.hypot(to.x - from.x, to.y - from.y));
  const angle = direction - tilt;
  return [polar(from.x, from.y, from.r, angle), polar(to.x, to.y, to.r, angle)];
}

function drawWheel(sheet: Sheet, { x, y, r }: Wheel, fill: string, detail: string, spokes: number): string {
  const disc = shaded(sheet, (paint) => circle(x, y, r, paint), fill, { towards: 70, depth: 0.7 });
  const phase = sheet.random.between(0, 1);
  const arms = Array.from({ length: spokes }, (_, index) => {
    const angle = phase + (index * TURN) / spokes;
    return line(polar(x, y, r * 0.3, angle), polar(x, y, r * 0.72, angle), {
      stroke: detail,
      width: r * 0.1,
      cap: 'round',
    });
  });
  const rim = spokes ? circle(x, y, r * 0.84, { stroke: detail, width: 7 }) : '';
  return disc + rim + arms.join('') + circle(x, y, r * 0.2, { fill: detail });
}
