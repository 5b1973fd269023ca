// Draws two half discs that face each other, with lines between them.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, sector } from '../outlines';
import { circle, path } from '../shapes';
import type { Sheet } from '../sheet';

export const facingHalves: Composition = {
  draw: drawFacingHalves,
  footing: 'floats',
  camera: { around: [800, 400], zoom: [1, 1.25], turn: [-28, 28] },
};

interface Head {
  x: number;
  y: number;
  radius: number;
  /** The angle where the curve begins; the flat face is opposite. */
  from: number;
  fill: string;
  rule: string;
  rings: number;
}

function drawFacingHalves(sheet: Sheet): string {
  const { random, colors } = sheet;
  const gap = random.between(96, 150);
  const middle = random.between(760, 860);
  const radius = random.between(330, 370);
  const small = radius * random.between(0.66, 0.82);
  const y = random.between(390, 420);
  const left: Head = {
    x: middle - gap / 2,
    y,
    radius,
    from: Math.PI / 2,
    fill: colors.form,
    rule: colors.shadow,
    rings: random.whole(3, 4),
  };
  const right: Head = {
    x: middle + gap / 2,
    y: y + random.between(-80, 70),
    radius: small,
    from: -Math.PI / 2,
    fill: colors.shadow,
    rule: colors.form,
    rings: random.whole(2, 3),
  };
  const words = random.whole(3, 5);
  const pitch = (radius * 1.5) / words;
  const spoken = Array.from({ length: words }, (_, index) => {
    const size = gap * random.between(0.13, 0.3);
    const fill = index === 1 ? colors.accent : colors.line;
    return circle(middle, y - radius * 0.7 + index * pitch, index === 1 ? gap * 0.34 : size, { fill });
  });
  return drawHead(sheet, left, 140) + drawHead(sheet, right, 40) + spoken.join('');
}

function drawHead(sheet: Sheet, { x, y, radius, from, fill, rule, rings }: Head, towards: number): string {
  const to = from + Math.PI;
  const mass = shaded(sheet, (paint) => path(sector(x, y, radius, from, to), paint), fill, {
    towards,
    depth: 0.75,
  });
  const lines = Array.from({ length: rings }, (_, index) => {
    const share = 0.45 + ((index + 1) / (rings + 1)) * 0.55;
    return path(arc(x, y, radius * share, from, to), { stroke: rule, width: 10, opacity: 0.85 });
  });
  const eye = path(sector(x, y, radius * 0.42, from, to), { fill: rule });
  const pupil = path(sector(x, y, radius * 0.19, from, to), { fill: sheet.colors.accent });
  return mass + lines.join('') + eye + pupil;
}
