// Draws a shelf of books: one leans, one has the accent color.
import type { Composition } from '../composition';
import { dissolving, shaded } from '../grain';
import { toneBetween } from '../palettes';
import { circle, group, rect, round } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const books: Composition = {
  draw: drawBooks,
  footing: 'stands',
  camera: { around: [900, HORIZON], zoom: [1, 1.25] },
};

function drawBooks(sheet: Sheet): string {
  const { random, colors } = sheet;
  const count = random.whole(7, 9);
  const marked = random.whole(2, count - 3);
  const start = random.between(560, 640);
  const moonX = random.between(400, 480);
  const moonRadius = random.between(210, 250);
  const moon = dissolving(sheet, (paint) => circle(moonX, 330, moonRadius, paint), colors.haze);
  let x = start;
  const spines = Array.from({ length: count }, (_, index) => {
    const width = random.between(78, 146);
    const height = random.between(380, 560) + (index === marked ? 50 : 0);
    const tone =
      index === marked
        ? colors.accent
        : random.pick([colors.form, colors.shadow, toneBetween(colors, 0.5), colors.ink]);
    const drawn = spine(sheet, x, width, height, tone);
    x += width + 3;
    return drawn;
  });
  const lean = random.between(10, 15);
  const width = random.between(80, 104);
  const height = random.between(330, 370);
  // It rests on its lower corner and on the first spine.
  const corner = start - height * Math.sin((lean * Math.PI) / 180) - 2;
  const tilted = group(
    spine(sheet, corner - width, width, height, toneBetween(colors, 0.25)),
    `transform="rotate(${round(lean)} ${round(corner)} ${HORIZON})"`,
  );
  return moon + tilted + spines.join('');
}

function spine(sheet: Sheet, x: number, width: number, height: number, tone: string): string {
  const { random, colors } = sheet;
  const top = HORIZON - height;
  const body = shaded(sheet, (paint) => rect(x, top, width, height, paint, 3), tone, {
    towards: 15,
    depth: 0.6,
    from: 0.35,
  });
  const gold = tone === colors.form ? colors.ink : tone === colors.ink ? colors.form : colors.paper;
  const bands = random.pick([
    [0.1, 0.14, 0.8],
    [0.12, 0.88],
    [0.08, 0.3, 0.34],
  ]);
  const rules = bands.map((share) => rect(x, top + height * share, width, 9, { fill: gold, opacity: 0.75 }));
  return body + rules.join('');
}
