// Draws sails, the first one in the accent color.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { circle, line, path, round } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const sails: Composition = {
  draw: drawSails,
  footing: 'stands',
  camera: { around: [900, HORIZON], zoom: [0.95, 1.2] },
};

function drawSails(sheet: Sheet): string {
  const { random, colors } = sheet;
  const count = random.whole(3, 5);
  const first = random.between(380, 460);
  const last = random.between(1120, 1220);
  const wind = random.between(0.24, 0.34);
  const sunX = random.between(460, 620);
  const sunRadius = random.between(190, 230);
  const sun = dissolving(sheet, (paint) => circle(sunX, 330, sunRadius, paint), colors.haze);

  const fleet = Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const x = first + (last - first) * share ** 0.9;
    const height = 190 + 390 * share ** 1.15;
    const width = height * random.between(0.46, 0.56);
    const foot = HORIZON - 26 + share * 40;
    const leading = index === count - 1;
    const main = `M${round(x)} ${round(foot - height)}Q${round(x + width * wind)} ${round(foot - height * 0.4)} ${round(x + width)} ${round(foot - 24)}L${round(x)} ${round(foot - 14)}z`;
    const jib = `M${round(x - 16)} ${round(foot - height * 0.93)}Q${round(x - width * 0.1)} ${round(foot - height * 0.36)} ${round(x - width * 0.62)} ${round(foot - 22)}L${round(x - 16)} ${round(foot - 14)}z`;
    const hull = `M${round(x - width * 0.66)} ${round(foot)}H${round(x + width * 1.02)}Q${round(x + width * 0.8)} ${round(foot + height * 0.11)} ${round(x + width * 0.5)} ${round(foot + height * 0.11)}H${round(x - width * 0.42)}z`;
    return (
      line([x - 8, foot - height - 20], [x - 8, foot], { stroke: colors.line, width: 6 }) +
      shaded(sheet, (paint) => path(jib, paint), colors.shadow, { towards: 100, depth: 0.4 }) +
      shaded(sheet, (paint) => path(main, paint), leading ? colors.accent : colors.form, {
        towards: 75,
        depth: 0.65,
      }) +
      path(hull, { fill: sheet.ground === 'night' ? colors.shadow : colors.ink })
    );
  });
  const swells = [26, 74, 140].map((down, index) =>
    line([random.between(100, 500), HORIZON + down + 30], [random.between(900, 1500), HORIZON + down + 30], {
      stroke: colors.form,
      width: 5 + index * 2,
      opacity: 0.3,
      cap: 'round',
    }),
  );
  return sun + fleet.join('') + swells.join('');
}
