// Draws a set square, a protractor and a ruler that overlap like colored glass.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, band, polar, sector } from '../outlines';
import { group, line, type Point, path, rect, round, throughPoints } from '../shapes';
import type { Sheet } from '../sheet';

export const drafting: Composition = {
  draw: drawDrafting,
  footing: 'floats',
  camera: { around: [850, 450], zoom: [1, 1.25] },
};

function drawDrafting(sheet: Sheet): string {
  const { random } = sheet;
  const turn = random.between(-14, 14);
  const scene = protractor(sheet) + setSquare(sheet) + ruler(sheet);
  return group(scene, `transform="rotate(${round(turn)} 900 430)"`);
}

function protractor(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(680, 760);
  const y = random.between(540, 590);
  const radius = random.between(400, 440);
  const full = Math.PI * 2;
  const glass = shaded(sheet, (paint) => path(sector(x, y, radius, Math.PI, full), paint), colors.form, {
    towards: 80,
    depth: 0.6,
  });
  const ticks = Array.from({ length: 61 }, (_, index) => {
    const angle = Math.PI + (Math.PI * index) / 60;
    const long = index % 5 === 0;
    const paint = { stroke: colors.ink, width: long ? 6 : 4 };
    return line(polar(x, y, radius * (long ? 0.86 : 0.91), angle), polar(x, y, radius * 0.97, angle), paint);
  });
  const hollow = path(sector(x, y, radius * 0.42, Math.PI, full), { fill: colors.shadow });
  const reading = random.between(1.25, 1.42) * Math.PI;
  const wedge = path(band(x, y, radius * 0.42, radius * 0.76, reading, full), {
    fill: colors.accent,
    opacity: 0.94,
  });
  const inner = path(arc(x, y, radius * 0.76, Math.PI, full), { stroke: colors.ink, width: 4 });
  return glass + ticks.join('') + hollow + wedge + inner;
}

function setSquare(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(860, 940);
  const height = random.between(560, 620);
  const base = random.between(420, 500);
  const foot = 640;
  const outer: Point[] = [
    [x, foot],
    [x, foot - height],
    [x + base, foot],
  ];
  const inset = 92;
  const inner: Point[] = [
    [x + inset, foot - inset],
    [x + inset, foot - height + inset * 2.9],
    [x + base - inset * 2.15, foot - inset],
  ];
  const d = `${throughPoints(outer)}z${throughPoints(inner)}z`;
  const fill = sheet.ground === 'night' || sheet.ground === 'oxblood' ? colors.paper : colors.ink;
  return path(d, { fill, opacity: 0.84, extra: 'fill-rule="evenodd"' });
}

function ruler(sheet: Sheet): string {
  const { random, colors } = sheet;
  const y = random.between(590, 640);
  const x = -500;
  const fill = sheet.ground === 'paper' ? colors.form : colors.shadow;
  const mark = sheet.ground === 'paper' ? colors.ink : colors.form;
  const bar = shaded(sheet, (paint) => rect(x, y, 2700, 110, paint), fill, { towards: 90, depth: 0.7 });
  const ticks = Array.from({ length: 132 }, (_, index) => {
    const at = x + 40 + index * 20;
    const long = index % 5 === 0;
    return line([at, y], [at, y + (long ? 46 : 26)], { stroke: mark, width: long ? 6 : 4 });
  });
  return bar + ticks.join('');
}
