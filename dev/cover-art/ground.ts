// The layers below and above every composition: background, floor, the darkened lower third, and the grain.
import { sheetGrain } from './grain';
import { mixColors } from './mix-colors';
import { path, rect, round } from './shapes';
import { HORIZON, linearFill, radialFill, type Sheet, STAGE } from './sheet';

/** Stands: objects rest on a level floor. Floats: a paper ground gets a curved floor, dark grounds get none. */
export type Footing = 'stands' | 'floats';

export function drawGround(sheet: Sheet, footing: Footing): string {
  const { colors, random } = sheet;
  const sky = linearFill(sheet, 90, [
    { at: 0, color: colors.ground },
    { at: 0.45, color: mixColors(colors.ground, colors.groundEnd, 0.3) },
    { at: 1, color: colors.groundEnd },
  ]);
  const light = radialFill(
    sheet,
    random.between(300, 1300),
    random.between(60, 260),
    random.between(700, 1000),
    [
      {
        at: 0,
        color: '#ffffff',
        opacity: sheet.ground === 'night' || sheet.ground === 'oxblood' ? 0.1 : 0.2,
      },
      { at: 1, color: '#ffffff', opacity: 0 },
    ],
  );
  return fullRect(sky) + fullRect(light) + drawFloor(sheet, footing);
}

function drawFloor(sheet: Sheet, footing: Footing): string {
  const { colors, random } = sheet;
  // Lighter at the far edge, so that it looks flat and not like a wall.
  const fill = linearFill(sheet, 90, [
    { at: 0, color: mixColors(colors.floor, colors.haze, 0.16) },
    { at: 0.7, color: colors.floor },
  ]);
  if (footing === 'stands') return path(`M0 ${HORIZON}H${STAGE.width}V${STAGE.height}H0z`, { fill });
  if (sheet.ground !== 'paper') return '';
  const left = HORIZON + random.between(0, 70);
  const right = HORIZON + random.between(0, 70);
  const swell = random.chance(0.5) ? -random.between(60, 120) : 0;
  const curve = `M0 ${round(left)}Q800 ${round((left + right) / 2 + swell)} 1600 ${round(right)}V1000H0z`;
  return path(curve, { fill });
}

/** Darkens the lower third and settles the grain over everything. */
export function drawFinish(sheet: Sheet, footing: Footing): string {
  const { ink } = sheet.colors;
  // Over a floor the veil starts at the horizon: on light grounds, one that starts higher looks like smog.
  const floored = footing === 'stands' || sheet.ground === 'paper';
  const calm = linearFill(sheet, 90, [
    { at: floored ? 0.62 : 0.52, color: ink, opacity: 0 },
    { at: 0.8, color: ink, opacity: 0.42 },
    { at: 1, color: ink, opacity: 0.7 },
  ]);
  return fullRect(calm) + sheetGrain(sheet);
}

function fullRect(fill: string): string {
  return rect(0, 0, STAGE.width, STAGE.height, { fill });
}
