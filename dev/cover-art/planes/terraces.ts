// Draws rising blocks, each in three tones.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { mixColors } from '../mix-colors';
import { circle, ellipse, type Point, polygon } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const terraces: Composition = {
  draw: drawTerraces,
  footing: 'stands',
  directed: true,
  camera: { around: [760, HORIZON], zoom: [0.95, 1.12] },
};

function drawTerraces(sheet: Sheet): string {
  const { random, colors } = sheet;
  const count = random.whole(4, 5);
  const half = random.between(105, 125);
  const rise = half * 0.5;
  const startX = random.between(380, 460);
  const low = random.between(90, 130);
  const growth = random.between(92, 110) * (count === 5 ? 0.66 : 1);
  const ball = random.between(52, 66);
  const sunX = startX + random.between(60, 200);
  const sunRadius = random.between(170, 210);
  const sun = dissolving(sheet, (paint) => circle(sunX, 300, sunRadius, paint), colors.haze);

  const blocks = Array.from({ length: count }, (_, index) => {
    // From back to front, so that each block covers the one behind it, which stands one step to its right.
    const step = count - 1 - index;
    const x = startX + step * half * 1.72;
    const foot = HORIZON + 130 - step * rise * 0.66;
    const top = foot - low - growth * step ** 1.12;
    const light = step === count - 1 ? colors.accent : colors.form;
    return block(sheet, { x, foot, top, half, rise, light });
  });
  const x = startX + (count - 1) * half * 1.72;
  const y = HORIZON + 130 - (count - 1) * rise * 0.66 - low - growth * (count - 1) ** 1.12;
  const shadow = ellipse(x, y + 6, ball * 0.9, ball * 0.36, { fill: colors.ink, opacity: 0.45 });
  const goal = shaded(
    sheet,
    (paint) => circle(x, y - ball * 0.82, ball, paint),
    sheet.ground === 'paper' ? colors.shadow : colors.paper,
    { towards: 60, depth: 0.55 },
  );
  return sun + blocks.join('') + shadow + goal;
}

interface Block {
  x: number;
  foot: number;
  top: number;
  half: number;
  rise: number;
  light: string;
}

function block(sheet: Sheet, { x, foot, top, half, rise, light }: Block): string {
  const { colors } = sheet;
  const lid: Point[] = [
    [x, top - rise],
    [x + half, top],
    [x, top + rise],
    [x - half, top],
  ];
  const left: Point[] = [
    [x - half, top],
    [x, top + rise],
    [x, foot + rise],
    [x - half, foot],
  ];
  const right: Point[] = [
    [x + half, top],
    [x, top + rise],
    [x, foot + rise],
    [x + half, foot],
  ];
  const flank = mixColors(light, colors.ink, 0.34);
  const dark = mixColors(light, colors.ink, 0.68);
  return (
    shaded(sheet, (paint) => polygon(left, paint), flank, { towards: 90, depth: 0.6 }) +
    shaded(sheet, (paint) => polygon(right, paint), dark, { towards: 90, depth: 0.5 }) +
    polygon(lid, { fill: mixColors(light, '#ffffff', 0.16) })
  );
}
