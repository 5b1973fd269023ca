// Draws a wheel over a field of squares. Both change color where they overlap.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { gearOutline, loop } from '../outlines';
import { circle, path, rect } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const counterchange: Composition = {
  draw: drawCounterchange,
  footing: 'floats',
  camera: { around: [970, 400], zoom: [1, 1.3] },
};

function drawCounterchange(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(84, 104);
  const side = pitch * random.between(0.66, 0.74);
  const columns = Math.ceil(1600 / pitch);
  const rows = Math.floor(690 / pitch);
  const cx = random.between(880, 1060);
  const cy = random.between(380, 430);
  const radius = random.between(300, 340);
  const gear = { cx, cy, radius, teeth: random.whole(16, 20), phase: random.between(0, 1) };
  const outline = gearOutline(gear) + loop(cx, cy, radius * 0.4);
  const litColumn = Math.round((cx - radius * 1.45) / pitch);
  const litRow = random.whole(1, rows - 2);

  const squares = (color: string, keep: (column: number, row: number) => number) => {
    const drawn: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const scale = keep(column, row);
        if (scale <= 0.12) continue;
        const inset = (pitch - side * scale) / 2;
        const place = [column * pitch + inset, row * pitch + inset + 20] as const;
        drawn.push(rect(place[0], place[1], side * scale, side * scale, { fill: color }, 4));
      }
    }
    return drawn.join('');
  };
  const fade = (column: number, row: number) => {
    const distance = Math.hypot((column + 0.5) * pitch - cx, ((row + 0.5) * pitch - cy) * 1.1);
    return Math.min(1, Math.max(0, 1.35 - distance / 780)) * (0.94 + 0.06 * ((column * 7 + row * 3) % 2));
  };
  const field = squares(colors.shadow, fade);
  const wheel = shaded(
    sheet,
    (paint) => path(outline, { ...paint, extra: 'fill-rule="evenodd"' }),
    colors.form,
    {
      towards: 70,
      depth: 0.55,
    },
  );
  const cut = { night: colors.ink, tint: colors.accent, paper: colors.ground, oxblood: colors.ground }[
    sheet.ground
  ];
  const insideGear = path(outline, { fill: '#000', extra: 'clip-rule="evenodd"' });
  const inside = clippedBy(sheet, insideGear, squares(cut, fade));
  const lit = rect(
    litColumn * pitch + 8,
    litRow * pitch + 28,
    pitch - 16,
    pitch - 16,
    { fill: colors.accent },
    4,
  );
  const pin = circle(cx, cy, radius * 0.2, { fill: sheet.ground === 'tint' ? colors.ink : colors.accent });
  return field + wheel + inside + lit + pin;
}
