// Outlines that several motifs share. Angles are in radians, clockwise from the right, as SVG's y grows downwards.
import { type Point, round, throughPoints } from './shapes';

export const TURN = Math.PI * 2;

export function polar(cx: number, cy: number, radius: number, angle: number): Point {
  return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius];
}

/** An open arc from one angle clockwise to another. */
export function arc(cx: number, cy: number, radius: number, from: number, to: number): string {
  const [x0, y0] = polar(cx, cy, radius, from);
  const [x1, y1] = polar(cx, cy, radius, to);
  const large = to - from > Math.PI ? 1 : 0;
  return `M${round(x0)} ${round(y0)}A${round(radius)} ${round(radius)} 0 ${large} 1 ${round(x1)} ${round(y1)}`;
}

/** A closed slice of a disc. */
export function sector(cx: number, cy: number, radius: number, from: number, to: number): string {
  return `${arc(cx, cy, radius, from, to)}L${round(cx)} ${round(cy)}z`;
}

/** A closed band between two radii. */
export function band(cx: number, cy: number, inner: number, outer: number, from: number, to: number): string {
  const [x1, y1] = polar(cx, cy, inner, to);
  const [x0, y0] = polar(cx, cy, inner, from);
  const large = to - from > Math.PI ? 1 : 0;
  const back = `A${round(inner)} ${round(inner)} 0 ${large} 0 ${round(x0)} ${round(y0)}z`;
  return `${arc(cx, cy, outer, from, to)}L${round(x1)} ${round(y1)}${back}`;
}

/** A full circle as a path, so that it can be a hole under fill-rule evenodd. */
export function loop(cx: number, cy: number, radius: number): string {
  const r = round(radius);
  return `M${round(cx - radius)} ${round(cy)}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;
}

export interface Gear {
  cx: number;
  cy: number;
  /** Radius of the pitch circle, where two gears meet. */
  radius: number;
  teeth: number;
  /** Angle of the first tooth's middle. */
  phase: number;
}

export function gearOutline({ cx, cy, radius, teeth, phase }: Gear): string {
  const pitch = TURN / teeth;
  const depth = (radius * pitch) / 3.4;
  const corners: Point[] = [];
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const middle = phase + tooth * pitch;
    corners.push(polar(cx, cy, radius - depth, middle - pitch * 0.29));
    corners.push(polar(cx, cy, radius + depth * 0.8, middle - pitch * 0.15));
    corners.push(polar(cx, cy, radius + depth * 0.8, middle + pitch * 0.15));
    corners.push(polar(cx, cy, radius - depth, middle + pitch * 0.29));
  }
  return `${throughPoints(corners)}z`;
}

/** A gear of the given teeth that meshes with another in the given direction. */
export function meshedGear(driver: Gear, teeth: number, direction: number): Gear {
  const radius = (driver.radius * teeth) / driver.teeth;
  const [cx, cy] = polar(driver.cx, driver.cy, driver.radius + radius, direction);
  const halfPitch = (Math.PI * driver.radius) / driver.teeth;
  const phase = direction + Math.PI - ((driver.phase - direction) * driver.radius + halfPitch) / radius;
  return { cx, cy, radius, teeth, phase };
}

/** A smooth curve through points whose x grows steadily. */
export function smoothThrough(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = round((before[0] + x) / 2);
      return `C${middle} ${round(before[1])} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');
}
