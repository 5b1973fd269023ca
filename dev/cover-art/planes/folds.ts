// Draws a ribbon of folded paper that rises like a chart.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, line, type Point, polygon } from '../shapes';
import { type Sheet, STAGE } from '../sheet';

export const folds: Composition = {
  draw: drawFolds,
  footing: 'floats',
  directed: true,
  camera: { around: [800, 400], zoom: [1, 1.15] },
};

function drawFolds(sheet: Sheet): string {
  const { random, colors } = sheet;
  const bends = random.pick([5, 7]);
  const thick = random.between(150, 205);
  const start: Point = [-60, random.between(600, 660)];
  const goal: Point = [1500, random.between(110, 160)];
  const swing = random.between(80, 130);
  const knots = Array.from({ length: bends + 1 }, (_, index): Point => {
    const share = index / bends;
    const zig = index === 0 || index === bends ? 0 : index % 2 ? -swing : swing * 0.55;
    const uneven = index % 2 ? random.between(-30, 30) : 0;
    return [
      start[0] + (goal[0] - start[0]) * share + uneven,
      start[1] + (goal[1] - start[1]) * share ** 1.25 + zig,
    ];
  });
  const pieces = knots.slice(1).map((to, index) => {
    const from = knots[index] ?? start;
    const rising = index % 2 === 0;
    const corners: Point[] = [from, to, [to[0], to[1] + thick], [from[0], from[1] + thick]];
    const last = index === bends - 1;
    const fill = last ? colors.accent : rising ? colors.form : colors.shadow;
    return shaded(sheet, (paint) => polygon(corners, paint), fill, {
      towards: rising ? 160 : 20,
      depth: rising ? 0.55 : 0.3,
      from: 0.3,
    });
  });
  const rules = [170, 320, 470, 620].map((y) =>
    line([0, y], [STAGE.width, y], { stroke: colors.quiet, width: 4, opacity: 0.9 }),
  );
  const sunX = random.between(300, 480);
  const sun = circle(sunX, random.between(220, 300), random.between(100, 140), { fill: colors.accent });
  // Draw the falling pieces first, so that the rising ones cover their ends.
  const behind = pieces.filter((_, index) => index % 2 === 1);
  const before = pieces.filter((_, index) => index % 2 === 0);
  return rules.join('') + sun + behind.join('') + before.join('');
}
