// Draws nested arches around a bright opening.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { mixColors } from '../mix-colors';
import { toneBetween } from '../palettes';
import { path, round } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const arches: Composition = {
  draw: drawArches,
  footing: 'stands',
  camera: { around: [1000, HORIZON], zoom: [0.95, 1.3] },
};

function drawArches(sheet: Sheet): string {
  const { random, colors } = sheet;
  const depth = random.whole(5, 7);
  const cx = random.between(930, 1060);
  const outer = random.between(400, 450);
  const drift = random.between(16, 30);
  const spring = HORIZON - random.between(150, 210);
  const drawn = Array.from({ length: depth }, (_, index) => {
    const share = index / (depth - 1);
    const half = outer * (1 - share * 0.78);
    const lift = spring + share * 70;
    const x = cx + drift * index;
    const last = index === depth - 1;
    const tone = last
      ? colors.accent
      : index % 2
        ? mixColors(colors.shadow, colors.ink, share * 0.5)
        : toneBetween(colors, share * 0.6);
    const arch = `M${round(x - half)} ${HORIZON + 1}V${round(lift)}A${round(half)} ${round(half)} 0 0 1 ${round(x + half)} ${round(lift)}V${HORIZON + 1}z`;
    return shaded(sheet, (paint) => path(arch, paint), tone, {
      towards: index % 2 ? 200 : 30,
      depth: last ? 0.3 : 0.65,
      grain: index % 2 === 0 && !last,
    });
  });
  const openingX = cx + drift * (depth - 1);
  const reach = outer * 0.22;
  const light = path(
    `M${round(openingX - reach)} ${HORIZON}H${round(openingX + reach)}L${round(openingX + reach - 150)} 1000H${round(openingX - reach - 420)}z`,
    { fill: colors.accent, opacity: 0.5 },
  );
  return drawn.join('') + light;
}
