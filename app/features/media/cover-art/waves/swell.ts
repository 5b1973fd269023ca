// Parallel bands bent by one passing wave; only one of them carries the colour.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { mixColours } from '../mix-colours';
import { toneBetween } from '../palettes';
import { circle, type Point, path, round, throughPoints } from '../shapes';
import type { Sheet } from '../sheet';

export const swell: Composition = {
  draw: drawSwell,
  footing: 'floats',
  camera: { around: [900, 380], zoom: [1, 1.25], turn: [-14, 14] },
};

function drawSwell(sheet: Sheet): string {
  const { random, colours } = sheet;
  const bands = random.whole(8, 10);
  const top = random.between(190, 230);
  const pitch = 620 / bands;
  const focus = random.between(820, 1060);
  const lift = random.between(120, 170);
  const breadth = random.between(230, 330);
  const roll = random.between(150, 200);
  const chosen = random.whole(2, 4);

  const sunX = focus + random.between(-480, -340);
  const sunY = random.between(150, 200);
  const sun = circle(sunX, sunY, random.between(120, 160), { fill: colours.accent });
  const drawn = Array.from({ length: bands }, (_, band) => {
    const share = band / (bands - 1);
    const edge = (offset: number): Point[] =>
      Array.from({ length: 65 }, (_, step): Point => {
        const x = -400 + step * 38;
        const hill = Math.exp(-(((x - focus - share * 120) / breadth) ** 2));
        const wave = Math.cos((x - focus) / roll - share * 2.2);
        return [x, top + band * pitch + offset - hill * lift * wave * (1 - share * 0.55)];
      });
    const outline = `${throughPoints(edge(0))}L${round(2100)} ${round(1400)}L-400 1400z`;
    const light = toneBetween(colours, share * 0.55);
    const dark = mixColours(colours.shadow, colours.ink, share * 0.6);
    const tone = band === chosen ? colours.accent : band % 2 ? dark : light;
    const body = (paint: object) => path(outline, paint);
    return band % 2 || band > 5
      ? body({ fill: tone })
      : shaded(sheet, body, tone, { towards: 90, depth: 0.4, from: 0 });
  });
  return sun + drawn.join('');
}
