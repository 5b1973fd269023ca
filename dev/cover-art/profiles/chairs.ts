// Draws two chairs and a lamp.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, ellipse, group, line, path, polygon, rect, round } from '../shapes';
import { HORIZON, linearFill, type Sheet } from '../sheet';

export const chairs: Composition = {
  draw: drawChairs,
  footing: 'stands',
  camera: { around: [820, HORIZON], zoom: [0.95, 1.08] },
};

function drawChairs(sheet: Sheet): string {
  const { random, colors } = sheet;
  const middle = random.between(780, 880);
  const apart = random.between(250, 300);
  const lampY = random.between(150, 200);
  const reach = random.between(470, 540);
  const floor = HORIZON + 90;

  const glow = linearFill(sheet, 90, [
    { at: 0, color: colors.haze, opacity: 0.95 },
    { at: 1, color: colors.haze, opacity: 0.1 },
  ]);
  const cone = polygon(
    [
      [middle - 60, lampY],
      [middle + 60, lampY],
      [middle + reach, floor],
      [middle - reach, floor],
    ],
    { fill: glow },
  );
  const pool = ellipse(middle, floor, reach, 62, { fill: colors.haze, opacity: 0.22 });
  const cord = line([middle, -300], [middle, lampY - 80], { stroke: colors.line, width: 6 });
  const shade = shaded(
    sheet,
    (paint) =>
      path(
        `M${round(middle - 150)} ${round(lampY)}A150 130 0 0 1 ${round(middle + 150)} ${round(lampY)}z`,
        paint,
      ),
    colors.accent,
    { towards: 30, depth: 0.55 },
  );
  const bulb = circle(middle, lampY + 8, 30, { fill: colors.paper });
  const table =
    rect(middle - 74, floor - 180, 148, 16, { fill: colors.line }, 8) +
    line([middle, floor - 170], [middle, floor], { stroke: colors.line, width: 9 }) +
    line([middle - 46, floor], [middle + 46, floor], { stroke: colors.line, width: 9, cap: 'round' });
  const style = random.whole(0, 1);
  const left = group(
    chair(sheet, colors.form, style),
    `transform="translate(${round(middle - apart)} ${floor})"`,
  );
  const rightFill = sheet.ground === 'night' ? colors.accent : colors.shadow;
  const right = group(
    chair(sheet, rightFill, style),
    `transform="translate(${round(middle + apart)} ${floor}) scale(-1 1)"`,
  );
  return cone + pool + cord + bulb + shade + table + left + right;
}

/** A chair that looks to the right, its feet on y = 0 and its seat's middle at x = 0. */
function chair(sheet: Sheet, fill: string, style: number): string {
  const { colors } = sheet;
  const leg = { stroke: colors.line, width: 12, cap: 'round' as const };
  const legs = line([-92, -120], [-128, 0], leg) + line([82, -120], [106, 0], leg);
  const seat = style === 0 ? 'M-120 -190H110Q134 -190 134 -160T110 -120H-100z' : 'M-120 -176H120V-118H-108z';
  const back =
    style === 0
      ? 'M-112 -120C-150 -200 -214 -330 -190 -402C-178 -440 -128 -440 -112 -404C-92 -350 -76 -240 -60 -160z'
      : 'M-108 -118L-190 -420H-112L-52 -150z';
  const arm =
    style === 0
      ? line([-110, -262], [84, -262], { ...leg, width: 20 }) +
        line([74, -262], [82, -150], { ...leg, width: 12 })
      : '';
  const cloth = (d: string) => shaded(sheet, (paint) => path(d, paint), fill, { towards: 110, depth: 0.6 });
  return legs + cloth(back) + cloth(seat) + arm;
}
