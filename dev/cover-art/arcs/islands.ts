// Draws two islands of stacked paper contours, connected by an arc.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { polar, TURN } from '../outlines';
import { toneBetween } from '../palettes';
import { circle, type Point, path, round } from '../shapes';
import type { Sheet } from '../sheet';

export const islands: Composition = {
  draw: drawIslands,
  footing: 'floats',
  camera: { around: [860, 360], zoom: [1, 1.2] },
};

function drawIslands(sheet: Sheet): string {
  const { random, colors } = sheet;
  const near: Point = [random.between(1020, 1120), random.between(400, 450)];
  const far: Point = [random.between(330, 430), random.between(300, 400)];
  const great = island(sheet, near, random.between(400, 450), random.whole(5, 6));
  const small = island(sheet, far, random.between(190, 240), random.whole(3, 4));
  const top = Math.min(near[1], far[1]) - random.between(330, 420);
  const flight = (lift: number, color: string, width: number, dash?: string) =>
    path(
      `M${round(far[0])} ${round(far[1])}Q${round((near[0] + far[0]) / 2)} ${round(top + lift)} ${round(near[0])} ${round(near[1])}`,
      { stroke: color, width, cap: 'round', ...(dash ? { dash } : {}) },
    );
  const pins = [far, near].map(([x, y], index) => {
    const size = index ? 44 : 32;
    return circle(x, y, size, { fill: colors.accent }) + circle(x, y, size * 0.4, { fill: colors.paper });
  });
  return great + small + flight(150, colors.line, 6, '2 20') + flight(0, colors.accent, 14) + pins.join('');
}

function island(sheet: Sheet, [cx, cy]: Point, size: number, layers: number): string {
  const { random, colors } = sheet;
  const lobes = [random.between(0, TURN), random.between(0, TURN), random.between(0, TURN)] as const;
  const coast = (angle: number) =>
    1 +
    0.17 * Math.sin(2 * angle + lobes[0]) +
    0.1 * Math.sin(3 * angle + lobes[1]) +
    0.05 * Math.sin(5 * angle + lobes[2]);
  const drawn = Array.from({ length: layers }, (_, layer) => {
    const share = 1 - layer / layers;
    const points = Array.from({ length: 72 }, (_, step): Point => {
      const angle = (step / 72) * TURN;
      // Higher layers lose their bays, as hills do.
      const [x, y] = polar(cx, cy, size * share * (1 + (coast(angle) - 1) * (0.4 + share * 0.9)), angle);
      return [x, cy + (y - cy) * 0.74 - layer * 9];
    });
    const outline = closedCurve(points);
    const tone = toneBetween(colors, 1 - (layer + 0.4) / layers);
    return shaded(sheet, (paint) => path(outline, paint), tone, {
      towards: 65,
      depth: 0.5,
      from: 0.35,
      grain: layer % 2 === 1,
    });
  });
  return drawn.join('');
}

function closedCurve(points: readonly Point[]): string {
  const last = points[points.length - 1] ?? [0, 0];
  const first = points[0] ?? last;
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [startX, startY] = middle(last, first);
  const curves = points.map((point, index) => {
    const [x, y] = middle(point, points[(index + 1) % points.length] ?? first);
    return `Q${round(point[0])} ${round(point[1])} ${round(x)} ${round(y)}`;
  });
  return `M${round(startX)} ${round(startY)}${curves.join('')}z`;
}
