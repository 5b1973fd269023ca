// Draws stairs across a large disc, and a ball near the top.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, type Point, path, throughPoints } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const stairs: Composition = {
  draw: drawStairs,
  footing: 'floats',
  directed: true,
  camera: { around: [900, 400], zoom: [1, 1.2] },
};

function drawStairs(sheet: Sheet): string {
  const { random, colors } = sheet;
  const tread = random.between(124, 160);
  const riser = tread * random.between(0.52, 0.66);
  const steps = 22;
  const startX = -400;
  const startY = 790 + (riser / tread) * 460;
  const discX = random.between(880, 1000);
  const discY = random.between(350, 390);
  const radius = random.between(310, 350);

  const profile: Point[] = [
    [startX, 1500],
    [startX, startY],
  ];
  for (let step = 0; step < steps; step += 1) {
    const y = startY - (step + 1) * riser;
    profile.push([startX + step * tread, y], [startX + (step + 1) * tread, y]);
  }
  profile.push([startX + steps * tread, 1500]);
  const outline = `${throughPoints(profile)}z`;
  const sun = shaded(sheet, (paint) => circle(discX, discY, radius, paint), colors.form, {
    towards: 120,
    depth: 0.5,
  });
  const mass = shaded(sheet, (paint) => path(outline, paint), colors.shadow, {
    towards: 90,
    depth: 0.5,
    grain: false,
  });
  const lit = clippedBy(
    sheet,
    circle(discX, discY, radius, { fill: '#000' }),
    shaded(sheet, (paint) => path(outline, paint), colors.accent, { towards: 90, depth: 0.45 }),
  );
  const at = Math.round((discX - startX + random.between(-260, 40)) / tread);
  const ball = tread * random.between(0.3, 0.36);
  const climber = shaded(
    sheet,
    (paint) => circle(startX + (at + 0.5) * tread, startY - (at + 1) * riser - ball, ball, paint),
    sheet.ground === 'night' ? colors.paper : colors.shadow,
    { towards: 60, depth: 0.5 },
  );
  return sun + mass + lit + climber;
}
