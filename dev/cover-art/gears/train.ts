// Draws three interlocking wheels.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { type Gear, gearOutline, loop, meshedGear, polar, TURN } from '../outlines';
import { circle, line, path } from '../shapes';
import { type Sheet, STAGE } from '../sheet';

export const train: Composition = {
  draw: drawTrain,
  footing: 'floats',
  camera: { around: [900, 420], zoom: [1, 1.35] },
};

function drawTrain(sheet: Sheet): string {
  const { random, colors } = sheet;
  const great: Gear = {
    cx: random.between(1020, 1120),
    cy: random.between(430, 500),
    radius: random.between(350, 400),
    teeth: random.whole(24, 30),
    phase: random.between(0, 1),
  };
  const second = meshedGear(great, random.whole(11, 14), Math.PI * random.between(0.93, 1.01));
  const driver = meshedGear(second, random.whole(8, 9), Math.PI * random.between(1.3, 1.45));

  const wheel = shaded(sheet, (paint) => path(gearOutline(great), paint), colors.form, {
    towards: 65,
    depth: 0.75,
  });
  const face = circle(great.cx, great.cy, great.radius * 0.74, { stroke: colors.shadow, width: 8 });
  const windows = random.whole(5, 7);
  const holes = Array.from({ length: windows }, (_, index) => {
    const [x, y] = polar(great.cx, great.cy, great.radius * 0.5, great.phase + (index * TURN) / windows);
    return circle(x, y, great.radius * 0.13, { fill: colors.shadow });
  });
  const hub = circle(great.cx, great.cy, great.radius * 0.2, { fill: colors.shadow });
  const pin = circle(great.cx, great.cy, great.radius * 0.08, { fill: colors.accent });

  const ringed = gearOutline(second) + loop(second.cx, second.cy, second.radius * 0.42);
  const middle = path(ringed, { fill: colors.shadow, extra: 'fill-rule="evenodd"' });
  const small =
    path(gearOutline(driver), { fill: colors.accent }) +
    circle(driver.cx, driver.cy, driver.radius * 0.3, { fill: colors.mark });
  return grid(sheet) + wheel + face + holes.join('') + hub + pin + middle + small;
}

function grid(sheet: Sheet): string {
  const pitch = sheet.random.between(88, 120);
  const paint = { stroke: sheet.colors.quiet, width: 3, opacity: 0.8 };
  const columns = Array.from({ length: Math.ceil(STAGE.width / pitch) }, (_, index) =>
    line([(index + 0.5) * pitch, 0], [(index + 0.5) * pitch, 700], paint),
  );
  const rows = Array.from({ length: Math.floor(700 / pitch) }, (_, index) =>
    line([0, (index + 0.5) * pitch], [STAGE.width, (index + 0.5) * pitch], paint),
  );
  return columns.join('') + rows.join('');
}
