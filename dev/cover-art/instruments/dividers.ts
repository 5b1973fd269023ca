// Draws a pair of compasses and the arc that it has drawn.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, polar, sector } from '../outlines';
import { circle, line, type Point, path, polygon } from '../shapes';
import type { Sheet } from '../sheet';

export const dividers: Composition = {
  draw: drawDividers,
  footing: 'floats',
  camera: { around: [760, 420], zoom: [1, 1.2] },
};

function drawDividers(sheet: Sheet): string {
  const { random, colors } = sheet;
  const hinge: Point = [random.between(780, 900), random.between(150, 190)];
  const leg = random.between(520, 560);
  const lean = random.between(-0.06, 0.14);
  const open = random.between(0.34, 0.44);
  const still = polar(hinge[0], hinge[1], leg, Math.PI / 2 + lean + open);
  const moving = polar(hinge[0], hinge[1], leg, Math.PI / 2 + lean - open);
  const radius = Math.hypot(moving[0] - still[0], moving[1] - still[1]);
  const angle = Math.atan2(moving[1] - still[1], moving[0] - still[0]);
  const swept = random.between(0.9, 1.5);

  const disc = shaded(sheet, (paint) => circle(still[0], still[1], radius, paint), colors.form, {
    towards: 80,
    depth: 0.8,
  });
  const slice = path(sector(still[0], still[1], radius, angle - swept, angle), {
    fill: colors.accent,
    opacity: 0.9,
  });
  const rings = [0.33, 0.66].map((share) =>
    circle(still[0], still[1], radius * share, { stroke: colors.ink, width: 5, opacity: 0.45 }),
  );
  const drawnArc = path(arc(still[0], still[1], radius, angle - swept - 1.6, angle), {
    stroke: colors.accent,
    width: 18,
  });
  const start = polar(still[0], still[1], radius, angle - swept - 1.6);
  const legs = limb(sheet, hinge, still) + limb(sheet, hinge, moving);
  const bow = line(along(hinge, still, 0.42), along(hinge, moving, 0.42), {
    stroke: colors.accent,
    width: 12,
  });
  const head =
    line(hinge, [hinge[0] - Math.sin(lean) * 120, hinge[1] - 120], {
      stroke: colors.ink,
      width: 30,
      cap: 'round',
    }) +
    circle(hinge[0], hinge[1], 62, { fill: colors.ink }) +
    circle(hinge[0], hinge[1], 24, { fill: colors.accent });
  return (
    disc +
    rings.join('') +
    slice +
    drawnArc +
    circle(start[0], start[1], 24, { fill: colors.accent }) +
    bow +
    legs +
    head
  );
}

function along(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function limb(sheet: Sheet, hinge: Point, tip: Point): string {
  const angle = Math.atan2(tip[1] - hinge[1], tip[0] - hinge[0]);
  const side = (at: Point, width: number, sign: number) =>
    polar(at[0], at[1], width, angle + (sign * Math.PI) / 2);
  const knee = along(hinge, tip, 0.74);
  const body: Point[] = [side(hinge, 34, -1), side(knee, 20, -1), tip, side(knee, 20, 1), side(hinge, 34, 1)];
  const { ink, paper } = sheet.colors;
  const fill = sheet.ground === 'night' ? paper : ink;
  return shaded(sheet, (paint) => polygon(body, paint), fill, { towards: 60, depth: 0.5, color: ink });
}
