// Draws layers of one signal, the nearest darkest, in front of a sun.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { smoothThrough } from '../outlines';
import { toneBetween } from '../palettes';
import { circle, type Point, path } from '../shapes';
import type { Sheet } from '../sheet';

export const ridges: Composition = {
  draw: drawRidges,
  footing: 'floats',
  camera: { around: [900, 420], zoom: [1, 1.2] },
};

function drawRidges(sheet: Sheet): string {
  const { random, colors } = sheet;
  const layers = random.whole(5, 7);
  const focus = random.between(820, 1080);
  const top = random.between(400, 440);
  const step = (870 - top) / layers;
  const sunX = focus - random.between(60, 260);
  const sunRadius = random.between(210, 260);
  const sun = shaded(sheet, (paint) => circle(sunX, top - 130, sunRadius, paint), colors.accent, {
    towards: 90,
    depth: 0.55,
    from: 0.4,
  });
  const front = sheet.ground === 'night' ? colors.ink : colors.shadow;

  const drawn = Array.from({ length: layers }, (_, layer) => {
    const share = layer / (layers - 1);
    const base = top + layer * step;
    const crest = random.between(150, 240) * (1 - share * 0.55);
    const spacing = random.between(70, 105);
    const drift = random.between(-160, 160);
    const points: Point[] = [];
    for (let x = -spacing; x <= 1600 + spacing * 2; x += spacing) {
      const swell = Math.exp(-(((x - focus - drift) / 380) ** 2));
      points.push([x, base - swell * crest * random.between(0.25, 1) - random.between(0, 16)]);
    }
    const outline = smoothThrough(points);
    const fill = toneBetween({ ...colors, shadow: front }, 0.04 + share ** 0.8 * 0.9);
    const hill = (paint: object) => path(`${outline}V1000H-200z`, paint);
    const edge = path(outline, { stroke: colors.mark, width: 5, opacity: 0.7 - share * 0.55 });
    const body =
      layer < 2
        ? shaded(sheet, hill, fill, { towards: 90, depth: 0.55, from: 0.1, grain: layer === 0 })
        : hill({ fill });
    return body + edge;
  });
  return sun + drawn.join('');
}
