// Draws a balance: a beam, a post and two bowls.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { polar, sector } from '../outlines';
import { circle, line, path, polygon } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const balance: Composition = {
  draw: drawBalance,
  footing: 'stands',
  camera: { around: [840, HORIZON], zoom: [0.95, 1.1] },
};

function drawBalance(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(800, 920);
  const y = random.between(180, 220);
  const arm = random.between(400, 440);
  const tilt = random.between(0.1, 0.2);
  const high = polar(x, y, arm, -tilt);
  const low = polar(x, y, arm, Math.PI - tilt);
  const bowl = random.between(170, 195);
  const sunRadius = random.between(280, 310);
  const sun = dissolving(sheet, (paint) => circle(x, y + 180, sunRadius, paint), colors.haze);
  const post = shaded(
    sheet,
    (paint) =>
      polygon(
        [
          [x - 14, y],
          [x + 14, y],
          [x + 40, HORIZON],
          [x - 40, HORIZON],
        ],
        paint,
      ),
    colors.shadow,
    { towards: 0 },
  );
  const beam = line(low, high, { stroke: colors.line, width: 20, cap: 'round' });
  const pivot = circle(x, y, 50, { fill: colors.accent }) + circle(x, y, 18, { fill: colors.paper });
  const pans = [low, high].map(([panX, panY], index) => {
    const drop = index === 0 ? 240 : 180;
    const cords = [-1, 1].map((side) =>
      line([panX, panY], [panX + side * bowl, panY + drop], { stroke: colors.line, width: 6 }),
    );
    const half = sector(panX, panY + drop, bowl, 0, Math.PI);
    const tone = index === 0 ? colors.form : colors.shadow;
    return cords.join('') + shaded(sheet, (paint) => path(half, paint), tone, { towards: 60, depth: 0.7 });
  });
  const load = shaded(sheet, (paint) => circle(low[0] - 20, low[1] + 240 - 84, 84, paint), colors.accent, {
    depth: 0.6,
  });
  const light = circle(high[0] + 10, high[1] + 180 - 44, 44, { fill: colors.form });
  return sun + post + load + light + pans.join('') + beam + pivot;
}
