// Draws a half wheel above a plain of grid lines, like a rising sun.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { gearOutline, polar, TURN } from '../outlines';
import { circle, line, path, rect } from '../shapes';
import { clippedBy, HORIZON, type Sheet, STAGE } from '../sheet';

export const horizon: Composition = {
  draw: drawHorizon,
  footing: 'stands',
  camera: { around: [960, HORIZON], zoom: [0.95, 1.25] },
};

function drawHorizon(sheet: Sheet): string {
  const { random, colors } = sheet;
  const cx = random.between(900, 1040);
  const radius = random.between(430, 490);
  const cy = HORIZON + random.between(-20, 60);
  const teeth = random.whole(26, 34);
  const gear = { cx, cy, radius, teeth, phase: random.between(0, 0.2) };
  const wheel = shaded(sheet, (paint) => path(gearOutline(gear), paint), colors.form, {
    towards: random.pick([60, 120]),
    depth: 0.7,
  });
  const spokes = random.whole(10, 14);
  const inner = Array.from({ length: spokes }, (_, index) => {
    const angle = (index * TURN) / spokes;
    const paint = { stroke: colors.shadow, width: 16 };
    return line(polar(cx, cy, radius * 0.42, angle), polar(cx, cy, radius * 0.72, angle), paint);
  });
  const rim = circle(cx, cy, radius * 0.78, { stroke: colors.shadow, width: 9 });
  const disc = circle(cx, cy, radius * 0.42, { fill: colors.shadow });
  const heart = circle(cx, cy, radius * 0.25, { fill: colors.accent });
  const sky = rect(0, 0, STAGE.width, HORIZON, { fill: '#000' });
  const above = clippedBy(sheet, sky, wheel + rim + inner.join('') + disc + heart);

  const moon = {
    cx: random.between(240, 420),
    cy: random.between(190, 280),
    radius: 74,
    teeth: 12,
    phase: 0,
  };
  const small =
    path(gearOutline(moon), { fill: colors.accent }) + circle(moon.cx, moon.cy, 26, { fill: colors.ground });
  return small + above + plain(sheet, cx);
}

function plain(sheet: Sheet, vanishX: number): string {
  const paint = { stroke: sheet.colors.form, width: 4, opacity: 0.4 };
  const rows = [24, 60, 114, 195, 316].map((down) =>
    line([0, HORIZON + down], [STAGE.width, HORIZON + down], paint),
  );
  const columns = Array.from({ length: 25 }, (_, index) => {
    const away = index - 12;
    return line([vanishX + away * 90, HORIZON], [vanishX + away * 330, STAGE.height], paint);
  });
  return rows.join('') + columns.join('');
}
