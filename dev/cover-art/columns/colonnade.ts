// Draws a row of columns lit from the side, the last one in the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { toneBetween } from '../palettes';
import { circle, line, rect } from '../shapes';
import { HORIZON, type Sheet } from '../sheet';

export const colonnade: Composition = {
  draw: drawColonnade,
  footing: 'stands',
  camera: { around: [1100, HORIZON], zoom: [1, 1.3] },
};

function drawColonnade(sheet: Sheet): string {
  const { random, colors } = sheet;
  const count = random.whole(4, 6);
  const shrink = random.between(0.78, 0.84);
  const marked = random.whole(1, 2);
  const sunX = random.between(330, 480);
  const sunRadius = random.between(170, 210);
  const sun = shaded(sheet, (paint) => circle(sunX, 330, sunRadius, paint), colors.accent, {
    towards: 90,
    depth: 0.4,
  });
  let right = 1500;
  let width = random.between(190, 220);
  let top = random.between(-60, -20);
  const columns = Array.from({ length: count }, (_, index) => {
    const share = index / count;
    const tone = index === marked ? colors.accent : toneBetween(colors, share * 0.75);
    const drawn = column(sheet, right - width, top, width, HORIZON + 70 * (1 - share), tone);
    right -= width * random.between(1.5, 1.6);
    width *= shrink;
    top += 62;
    return drawn;
  });
  return sun + columns.reverse().join('');
}

function column(sheet: Sheet, x: number, top: number, width: number, foot: number, tone: string): string {
  const flutes = 5;
  const shaft = shaded(sheet, (paint) => rect(x, top, width, foot - top, paint), tone, {
    towards: 0,
    depth: 0.85,
    from: 0.2,
  });
  const grooves = Array.from({ length: flutes }, (_, index) => {
    const at = x + (width * (index + 0.8)) / (flutes + 0.6);
    return line([at, top + width * 0.5], [at, foot - width * 0.42], {
      stroke: sheet.colors.ink,
      width: width * 0.035,
      opacity: 0.4,
    });
  });
  const cap = (y: number, height: number, out: number) =>
    shaded(sheet, (paint) => rect(x - out, y, width + out * 2, height, paint), tone, {
      towards: 0,
      depth: 0.7,
      from: 0.3,
      grain: false,
    });
  return (
    shaft +
    grooves.join('') +
    cap(top, width * 0.22, width * 0.16) +
    cap(foot - width * 0.2, width * 0.2, width * 0.14)
  );
}
