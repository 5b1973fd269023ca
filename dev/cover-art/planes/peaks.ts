// Draws folded mountains with one lit side and a path to the top.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { mixColors } from '../mix-colors';
import { toneBetween } from '../palettes';
import { circle, type Point, polygon, polyline } from '../shapes';
import type { Sheet } from '../sheet';

export const peaks: Composition = {
  draw: drawPeaks,
  footing: 'floats',
  directed: true,
  camera: { around: [900, 300], zoom: [1, 1.15] },
};

interface Peak {
  top: Point;
  left: number;
  right: number;
  fold: number;
}

function drawPeaks(sheet: Sheet): string {
  const { random, colors } = sheet;
  const summit: Peak = {
    top: [random.between(960, 1080), random.between(140, 200)],
    left: random.between(330, 430),
    right: random.between(1500, 1650),
    fold: random.between(60, 140),
  };
  const shoulder: Peak = {
    top: [random.between(540, 640), random.between(360, 430)],
    left: random.between(60, 160),
    right: random.between(980, 1120),
    fold: random.between(40, 90),
  };
  const outlier: Peak = {
    top: [random.between(1290, 1390), random.between(400, 460)],
    left: random.between(920, 1010),
    right: random.between(1760, 1900),
    fold: random.between(30, 70),
  };
  const sunAt: Point = [random.between(400, 560), random.between(190, 270)];
  const sunRadius = random.between(110, 150);
  const sun = shaded(sheet, (paint) => circle(sunAt[0], sunAt[1], sunRadius, paint), colors.accent, {
    towards: 90,
    depth: 0.4,
  });
  const rangeTone = toneBetween(colors, 0.35);
  const mountains =
    mountain(sheet, summit, colors.form, colors.shadow) +
    mountain(sheet, outlier, rangeTone, mixColors(colors.shadow, colors.ink, 0.3)) +
    mountain(sheet, shoulder, toneBetween(colors, 0.16), mixColors(colors.shadow, colors.ink, 0.5));
  return sun + mountains + climb(sheet, shoulder.top, summit.top);
}

function mountain(sheet: Sheet, { top, left, right, fold }: Peak, light: string, dark: string): string {
  const foot = 1000;
  const ridge: Point[] = [
    top,
    [top[0] + fold * 0.4, top[1] + 170],
    [top[0] - fold * 0.3, top[1] + 330],
    [top[0] + fold, foot],
  ];
  const lit: Point[] = [...ridge, [left - 260, foot]];
  const shade: Point[] = [...ridge, [right + 160, foot]];
  const face = shaded(sheet, (paint) => polygon(lit, paint), light, { towards: 90, depth: 0.85, from: 0.15 });
  return (
    face + shaded(sheet, (paint) => polygon(shade, paint), dark, { towards: 90, depth: 0.5, grain: false })
  );
}

function climb(sheet: Sheet, from: Point, to: Point): string {
  const { random, colors } = sheet;
  const steps = 4;
  const way: Point[] = [[-20, random.between(620, 680)], [from[0] - 210, from[1] + 190], from];
  for (let step = 1; step < steps; step += 1) {
    const share = step / steps;
    const dip = step % 2 ? random.between(50, 90) : random.between(0, 20);
    way.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share + dip]);
  }
  way.push(to);
  const trail = polyline(way, { stroke: colors.accent, width: 13, cap: 'round' });
  return (
    trail +
    circle(to[0], to[1], 34, { fill: colors.accent }) +
    circle(to[0], to[1], 13, { fill: colors.paper })
  );
}
